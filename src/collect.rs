//! Collecting and sorting without a sort of one's own for each type.
//!
//! The standard library compiles a merge sort (about 6 kB of Wasm) for every type that is sorted,
//! and building a map or a set with `collect` sorts first. All that is sorted here is a handful of
//! brokers or some thousand groups, so the bytes are worth more than the last microsecond.

use std::cmp::Ordering;

/// [`Iterator::collect`] for maps and sets: one insertion after the other.
pub trait Gather: Iterator + Sized {
    /// All items in a new collection; of equal keys the last value stays.
    fn gather<C: Default + Extend<Self::Item>>(self) -> C {
        let mut all = C::default();
        all.extend(self);
        all
    }
}

impl<I: Iterator> Gather for I {}

/// A stable sort; all types share the code that orders.
pub fn sort_by<T>(items: &mut Vec<T>, compare: impl Fn(&T, &T) -> Ordering) {
    let order = order(
        items.len(),
        &|left, right| match (items.get(left), items.get(right)) {
            (Some(left), Some(right)) => compare(left, right),
            _ => Ordering::Equal,
        },
    );
    let mut from: Vec<Option<T>> = std::mem::take(items).into_iter().map(Some).collect();
    items.extend(order.into_iter().filter_map(|at| from.get_mut(at)?.take()));
}

fn order(len: usize, compare: &dyn Fn(usize, usize) -> Ordering) -> Vec<usize> {
    let mut order: Vec<usize> = (0..len).collect();
    order.sort_by(|left, right| compare(*left, *right));
    order
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeMap;

    proptest! {
        #[test]
        fn the_results_are_those_of_the_standard_library(
            pairs in prop::collection::vec((0..9_u8, any::<u8>()), 0..60),
        ) {
            let gathered: BTreeMap<u8, u8> = pairs.iter().copied().gather();
            let collected: BTreeMap<u8, u8> = pairs.iter().copied().collect();
            prop_assert_eq!(gathered, collected);
            let (mut ours, mut theirs) = (pairs.clone(), pairs);
            sort_by(&mut ours, |left, right| left.0.cmp(&right.0));
            theirs.sort_by_key(|pair| pair.0);
            prop_assert_eq!(ours, theirs);
        }
    }
}
