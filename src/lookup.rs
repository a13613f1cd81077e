//! The one hash map of the core: get and insert, nothing that would show the order of a hasher.
#![allow(clippy::disallowed_types)]

use std::borrow::Borrow;
use std::hash::Hash;

use fnv::FnvHashMap;

/// A map for lookups alone. Whatever has to be walked belongs into a `Vec` or a `BTreeMap`.
#[derive(Clone, Debug)]
pub struct Lookup<Key, Value>(FnvHashMap<Key, Value>);

impl<Key: Eq + Hash, Value> Lookup<Key, Value> {
    /// An empty map with room for this many keys.
    #[must_use]
    pub fn with_capacity(keys: usize) -> Self {
        Self(FnvHashMap::with_capacity_and_hasher(
            keys,
            Default::default(),
        ))
    }

    /// The value under this key.
    #[must_use]
    pub fn get<Q>(&self, key: &Q) -> Option<&Value>
    where
        Key: Borrow<Q>,
        Q: Eq + Hash + ?Sized,
    {
        self.0.get(key)
    }

    /// Sets the value under this key; gives back the one it replaces.
    pub fn insert(&mut self, key: Key, value: Value) -> Option<Value> {
        self.0.insert(key, value)
    }

    /// Whether there is no key at all.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}
