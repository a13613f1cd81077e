//! The offsets file of a group, `__consumer_offsets/G.json`, as a coordinator loads it.
//!
//! Source: kaas-rs/kaas 44f5471, offset_store.rs. The file is decoded into offsets, metadata and a
//! fence, all three optional: an object without `offsets`, such as the old plain map
//! `{"t/0":5}`, loads as a group without offsets; an array gives the three by position; unknown
//! fields are dropped; of a key that stands twice the last value wins. Keys are not checked:
//! OffsetFetch asks for `topic/partition`, so a key of another form is stored and never found.

use std::collections::BTreeMap;

use crate::json::{self, Fields, Json, JsonError, Kind, Path, Pos};

/// What a coordinator has after loading the file.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct OffsetsFile {
    /// Every key with its offset, sorted by the bytes of the key.
    pub offsets: Vec<Committed>,
    /// Metadata of keys that have no offset, sorted by key: `(key, metadata)`.
    pub stray_metadata: Vec<(String, String)>,
    /// Stamp of the assignment under which the file was written.
    pub fence: Fence,
    /// Where the stamp stands, if there is one.
    pub fence_at: Option<Pos>,
    /// What is unusual, in file order.
    pub oddities: Vec<Oddity>,
}

/// A committed offset.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Committed {
    /// The key as it stands in the file.
    pub key: String,
    /// The topic and partition for which OffsetFetch finds it; `None`: for none.
    pub place: Option<(String, i32)>,
    /// The offset.
    pub offset: i64,
    /// Metadata committed with it.
    pub metadata: Option<String>,
    /// Where the key stands.
    pub at: Pos,
}

/// Stamp of an assignment; 0/0 is the same as no stamp. Compared epoch first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Default)]
pub struct Fence {
    /// Controller epoch of the assignment.
    pub controller_epoch: i64,
    /// Version of the assignment.
    pub assignment_version: i64,
}

/// Something unusual in a file that loads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Oddity {
    /// What it is.
    pub kind: OddityKind,
    /// JSON path of the first place.
    pub path: String,
    /// The first place.
    pub at: Pos,
    /// What is concerned, in file order: keys, or `key=value` where the value matters.
    pub items: Vec<String>,
}

/// What can be unusual.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum OddityKind {
    /// The plain map of old releases: no reader is left, so it loads as no offsets.
    OldShape,
    /// An array, taken by position.
    ByPosition,
    /// No `offsets` at all.
    NoOffsets,
    /// Offsets without a stamp: any writer may overwrite them.
    NoFence,
    /// A stamp in camelCase, which is not read.
    CamelFence,
    /// Metadata of a key without an offset.
    StrayMetadata,
    /// Offsets below zero.
    Negative,
    /// Offsets beyond 2^53, which JavaScript numbers round.
    Beyond53Bits,
    /// Keys that no OffsetFetch asks for.
    Unreachable,
    /// Keys that are found only under an unlikely topic or partition.
    UnlikelyKey,
    /// Keys that stand twice.
    DuplicateKey,
    /// Fields that are ignored, and lost with the next write.
    UnknownField,
    /// White space: not written by a broker.
    WhiteSpace,
}

impl OffsetsFile {
    /// Decodes the text of a file.
    ///
    /// # Errors
    /// Where kaas fails to load the file. kaas swallows that error: the group starts without
    /// offsets and its next commit replaces the file.
    pub fn parse(text: &str) -> Result<Self, JsonError> {
        let json = json::parse_skipping(text)?;
        let fields = Fields::of(&json, Path::root(), &FIELDS)?;
        let offsets = match fields.get("offsets") {
            Some(value) => map(value, &fields.path_of("offsets"), json::integer::<i64>)?,
            None => Entries::default(),
        };
        let metadata = match fields.get("metadata") {
            Some(value) => map(value, &fields.path_of("metadata"), json::string)?,
            None => Entries::default(),
        };
        let (fence, fence_extra) = match fields.get("fence") {
            Some(value) => fence(value, fields.path_of("fence"))?,
            None => (Fence::default(), Vec::new()),
        };
        let mut oddities = shape_oddities(&json, &fields);
        oddities.extend(offset_oddities(&offsets));
        oddities.extend(stray_metadata(&offsets, &metadata));
        oddities.extend(fence_oddities(
            &json,
            &fields,
            &fence_extra,
            fence,
            &offsets,
        ));
        if has_white_space(text) {
            oddities.push(Oddity::new(
                OddityKind::WhiteSpace,
                &Path::root(),
                json.at,
                Vec::new(),
            ));
        }
        let fence_at = fields.get("fence").map(|value| value.at);
        Ok(Self {
            fence,
            fence_at,
            oddities,
            ..Self::of(offsets, metadata)
        })
    }

    /// Keys that the file holds, each once.
    #[must_use]
    pub fn keys_in_file(&self) -> u32 {
        crate::cast::u32_of(self.offsets.len())
    }

    /// Keys under which OffsetFetch finds an offset. -1 cannot be told from "none", so it is none.
    #[must_use]
    pub fn reachable_offsets(&self) -> u32 {
        let found = |committed: &&Committed| committed.place.is_some() && committed.offset != -1;
        crate::cast::u32_of(self.offsets.iter().filter(found).count())
    }

    fn of(offsets: Entries<i64>, metadata: Entries<String>) -> Self {
        let mut metadata = metadata.last;
        let committed = offsets
            .last
            .into_iter()
            .map(|(key, (offset, at))| Committed {
                place: place_of(&key),
                metadata: metadata.remove(&key).map(|(text, _)| text),
                offset,
                at,
                key,
            });
        let offsets = committed.collect();
        let stray_metadata = metadata
            .into_iter()
            .map(|(key, (text, _))| (key, text))
            .collect();
        Self {
            offsets,
            stray_metadata,
            ..Self::default()
        }
    }
}

impl Fence {
    /// Whether it is a stamp at all.
    #[must_use]
    pub fn is_set(self) -> bool {
        self != Self::default()
    }
}

impl Oddity {
    fn new(kind: OddityKind, path: &Path, at: Pos, items: Vec<String>) -> Self {
        Self {
            kind,
            path: path.to_string(),
            at,
            items,
        }
    }
}

/// The topic and partition for which OffsetFetch builds this key: split at the last slash, and
/// the partition written as a number is written. `beans/07` is none, because kaas asks for `beans/7`.
#[must_use]
pub fn place_of(key: &str) -> Option<(String, i32)> {
    let (topic, digits) = key.rsplit_once('/')?;
    let partition: i32 = digits.parse().ok()?;
    (partition.to_string() == digits).then(|| (topic.to_owned(), partition))
}

/// A map as serde fills it, and where the keys stand.
struct Entries<T> {
    /// Key -> value and place of the last member with this key.
    last: BTreeMap<String, (T, Pos)>,
    /// Every member in file order.
    order: Vec<(String, Pos)>,
    path: Path,
}

impl<T> Default for Entries<T> {
    fn default() -> Self {
        Self {
            last: BTreeMap::new(),
            order: Vec::new(),
            path: Path::root(),
        }
    }
}

impl<T> Entries<T> {
    /// An oddity of the keys that `is` picks, in file order.
    fn oddity(
        &self,
        kind: OddityKind,
        pick: impl Fn(&str, &T) -> Option<String>,
    ) -> Option<Oddity> {
        let mut place = None;
        let mut items = Vec::new();
        for (key, at) in &self.order {
            let Some((value, last_at)) = self.last.get(key) else {
                continue;
            };
            if last_at != at {
                continue;
            }
            if let Some(item) = pick(key, value) {
                place = place.or(Some((self.path.member(key), *at)));
                items.push(item);
            }
        }
        place.map(|(path, at)| Oddity::new(kind, &path, at, items))
    }
}

fn map<T>(
    json: &Json,
    path: &Path,
    read: impl Fn(&Json, &Path) -> Result<T, JsonError>,
) -> Result<Entries<T>, JsonError> {
    let Some(members) = json.as_object() else {
        return Err(json::not_an_object(json, path));
    };
    let mut entries = Entries {
        last: BTreeMap::new(),
        order: Vec::with_capacity(members.len()),
        path: path.clone(),
    };
    for member in members {
        let value = read(&member.value, &path.member(&member.key))?;
        entries.last.insert(member.key.clone(), (value, member.at));
        entries.order.push((member.key.clone(), member.at));
    }
    Ok(entries)
}

fn fence(json: &Json, path: Path) -> Result<(Fence, Vec<(String, Json)>), JsonError> {
    let mut fields = Fields::of(json, path, &FENCE_FIELDS)?;
    let number = |name| match fields.get(name) {
        Some(value) => json::integer(value, &fields.path_of(name)),
        None => Ok(0),
    };
    let fence = Fence {
        controller_epoch: number("controller_epoch")?,
        assignment_version: number("assignment_version")?,
    };
    Ok((fence, std::mem::take(&mut fields.extra)))
}

fn shape_oddities(json: &Json, fields: &Fields<'_>) -> Vec<Oddity> {
    let mut oddities = Vec::new();
    let root = Path::root();
    let members = json.as_object().unwrap_or_default();
    let is_offset =
        |name: &str, value: &Json| name.contains('/') && value.as_integer::<i64>().is_some();
    let (old, unknown): (Vec<_>, Vec<_>) = members
        .iter()
        .filter(|member| !FIELDS.contains(&member.key.as_str()))
        .partition(|member| {
            fields.get("offsets").is_none() && is_offset(&member.key, &member.value)
        });
    if let Some(first) = old.first() {
        let items = old
            .iter()
            .map(|member| format!("{}={}", member.key, member.value.to_text()));
        let path = root.member(&first.key);
        oddities.push(Oddity::new(
            OddityKind::OldShape,
            &path,
            first.at,
            items.collect(),
        ));
    }
    if matches!(&json.kind, Kind::Array(elements) if !elements.is_empty()) {
        oddities.push(Oddity::new(
            OddityKind::ByPosition,
            &root,
            json.at,
            Vec::new(),
        ));
    } else if old.is_empty() && fields.get("offsets").is_none() {
        oddities.push(Oddity::new(
            OddityKind::NoOffsets,
            &root,
            json.at,
            Vec::new(),
        ));
    }
    if let Some(first) = unknown.first() {
        let items = unknown.iter().map(|member| member.key.clone()).collect();
        let path = root.member(&first.key);
        oddities.push(Oddity::new(
            OddityKind::UnknownField,
            &path,
            first.at,
            items,
        ));
    }
    oddities
}

fn offset_oddities(offsets: &Entries<i64>) -> Vec<Oddity> {
    let named = |key: &str, offset: &i64| Some(format!("{key}={offset}"));
    let negative = |key: &str, offset: &i64| (*offset < 0).then(|| named(key, offset)).flatten();
    let beyond = |key: &str, offset: &i64| {
        (*offset > SAFE_MAX || *offset < -SAFE_MAX)
            .then(|| named(key, offset))
            .flatten()
    };
    let unreachable = |key: &str, _: &i64| place_of(key).is_none().then(|| key.to_owned());
    let unlikely = |key: &str, _: &i64| {
        let (topic, partition) = place_of(key)?;
        (partition < 0 || topic.is_empty() || topic.contains('/')).then(|| key.to_owned())
    };
    let found = [
        offsets.oddity(OddityKind::Negative, negative),
        offsets.oddity(OddityKind::Beyond53Bits, beyond),
        offsets.oddity(OddityKind::Unreachable, unreachable),
        offsets.oddity(OddityKind::UnlikelyKey, unlikely),
        duplicates(offsets),
    ];
    found.into_iter().flatten().collect()
}

/// At the first member that a later one of the same name replaces.
fn duplicates(offsets: &Entries<i64>) -> Option<Oddity> {
    let mut place = None;
    let mut items = Vec::new();
    for (key, at) in &offsets.order {
        match offsets.last.get(key) {
            Some((offset, last_at)) if last_at != at => {
                place = place.or(Some((offsets.path.member(key), *at)));
                items.push(format!("{key}={offset}"));
            }
            _ => {}
        }
    }
    items.dedup();
    place.map(|(path, at)| Oddity::new(OddityKind::DuplicateKey, &path, at, items))
}

fn stray_metadata(offsets: &Entries<i64>, metadata: &Entries<String>) -> Option<Oddity> {
    metadata.oddity(OddityKind::StrayMetadata, |key, _| {
        (!offsets.last.contains_key(key)).then(|| key.to_owned())
    })
}

fn fence_oddities(
    json: &Json,
    fields: &Fields<'_>,
    extra: &[(String, Json)],
    fence: Fence,
    offsets: &Entries<i64>,
) -> Option<Oddity> {
    let camel = extra
        .iter()
        .any(|(name, _)| CAMEL_FENCE_FIELDS.contains(&name.as_str()));
    if camel && let Some(value) = fields.get("fence") {
        let items = extra.iter().map(|(name, _)| name.clone()).collect();
        return Some(Oddity::new(
            OddityKind::CamelFence,
            &fields.path_of("fence"),
            value.at,
            items,
        ));
    }
    // What has no offsets has nothing to lose, and an array is odd enough.
    let unprotected = !fence.is_set() && !offsets.last.is_empty() && json.as_object().is_some();
    unprotected.then(|| Oddity::new(OddityKind::NoFence, &Path::root(), json.at, Vec::new()))
}

/// White space between the values: brokers write none.
fn has_white_space(text: &str) -> bool {
    let (mut inside, mut escaped) = (false, false);
    for byte in text.bytes() {
        match byte {
            _ if escaped => escaped = false,
            b'\\' if inside => escaped = true,
            b'"' => inside = !inside,
            b' ' | b'\n' | b'\r' | b'\t' if !inside => return true,
            _ => {}
        }
    }
    false
}

const FIELDS: [&str; 3] = ["offsets", "metadata", "fence"];
const FENCE_FIELDS: [&str; 2] = ["controller_epoch", "assignment_version"];
const CAMEL_FENCE_FIELDS: [&str; 2] = ["controllerEpoch", "assignmentVersion"];
/// 2^53 - 1, the largest integer that a JavaScript number holds exactly and alone.
const SAFE_MAX: i64 = 9_007_199_254_740_991;

#[cfg(test)]
mod tests {
    use super::*;

    fn loads(text: &str) -> Option<(u32, u32)> {
        let file = OffsetsFile::parse(text).ok()?;
        Some((file.keys_in_file(), file.reachable_offsets()))
    }

    #[test]
    fn files_load_as_kaas_loads_them() {
        let cases = [
            (r#"{"offsets":{"t/0":1,"t/1":2}}"#, Some((2, 2))),
            (r#"{"t/0":5}"#, Some((0, 0))),
            ("{}", Some((0, 0))),
            ("[]", Some((0, 0))),
            (r#"[{"t/0":21}]"#, Some((1, 1))),
            (r#"[{"t/0":21},{"t/0":"m"},[3,4]]"#, Some((1, 1))),
            (r#"[{"t/0":21},{},{},0]"#, None),
            (r#"{"offsets":{"t/0":1,"t/0":2}}"#, Some((1, 1))),
            (r#"{"offsets":{"t/0":1},"offsets":{}}"#, None),
            (
                r#"{"offsets":{"t":1,"t/x":2,"t/-1":3,"t/raw/1":4,"/0":5,"t/0/":6,"t/07":7,"t/+1":8}}"#,
                Some((8, 3)),
            ),
            (r#"{"offsets":{"t/0":-1,"t/1":-5}}"#, Some((2, 1))),
            (r#"{"offsets":{"t/0":9223372036854775808}}"#, None),
            (r#"{"offsets":{"t/0":12.5}}"#, None),
            (r#"{"offsets":{"t/0":"12"}}"#, None),
            (r#"{"offsets":{"t/0":-0}}"#, None),
            (r#"{"offsets":[["t/0",1]]}"#, None),
            (r#"{"offsets":null}"#, None),
            (r#"{"offsets":{},"metadata":{"t/0":1}}"#, None),
            (r#"{"offsets":{},"fence":{"controller_epoch":"1"}}"#, None),
            (r#"{"offsets":{},"fence":null}"#, None),
            (r#"{"offsets":{},"x":[1e400]}"#, Some((0, 0))),
            ("null", None),
            ("", None),
            ("\u{feff}{}", None),
            (r#"["t/0",17]"#, None),
        ];
        for (text, expected) in cases {
            assert_eq!(loads(text), expected, "{text}");
        }
    }

    #[test]
    fn offsets_stay_exact_and_metadata_finds_its_offset() {
        let text = r#"{"offsets":{"b/0":9223372036854775807,"a/1":-9223372036854775808},"metadata":{"b/0":"m","b/2":"alone"},"fence":{"controller_epoch":31,"assignment_version":2040}}"#;
        let file = OffsetsFile::parse(text).unwrap();
        let committed =
            |key: &str, topic: &str, partition, offset, metadata: Option<&str>, column| Committed {
                at: Pos { line: 1, column },
                key: key.to_owned(),
                place: Some((topic.to_owned(), partition)),
                offset,
                metadata: metadata.map(str::to_owned),
            };
        assert_eq!(
            file.offsets,
            [
                committed("a/1", "a", 1, i64::MIN, None, 39),
                committed("b/0", "b", 0, i64::MAX, Some("m"), 13)
            ]
        );
        assert_eq!(
            file.stray_metadata,
            [("b/2".to_owned(), "alone".to_owned())]
        );
        assert_eq!(
            file.fence,
            Fence {
                controller_epoch: 31,
                assignment_version: 2040
            }
        );
    }

    #[test]
    fn oddities_name_the_first_place_and_all_keys() {
        let cases = [
            (
                r#"{"t/0":881,"t/1":902}"#,
                vec![(OddityKind::OldShape, r#"$["t/0"]"#, 2, "t/0=881 t/1=902")],
            ),
            ("{}", vec![(OddityKind::NoOffsets, "$", 1, "")]),
            ("[]", vec![(OddityKind::NoOffsets, "$", 1, "")]),
            (
                r#"[{"t/0":21}]"#,
                vec![(OddityKind::ByPosition, "$", 1, "")],
            ),
            (
                r#"{"offsets":{"t/0":1}}"#,
                vec![(OddityKind::NoFence, "$", 1, "")],
            ),
            (
                r#"{"offsets":{"t/0":1},"fence":{"controllerEpoch":3,"assignmentVersion":4}}"#,
                vec![(
                    OddityKind::CamelFence,
                    "$.fence",
                    30,
                    "controllerEpoch assignmentVersion",
                )],
            ),
            (
                r#"{"offsets":{"t/0":1,"t/1":-5,"t/0":2},"x":1,"fence":{"controller_epoch":1}}"#,
                vec![
                    (OddityKind::UnknownField, "$.x", 39, "x"),
                    (OddityKind::Negative, r#"$.offsets["t/1"]"#, 21, "t/1=-5"),
                    (OddityKind::DuplicateKey, r#"$.offsets["t/0"]"#, 13, "t/0=2"),
                ],
            ),
            (
                r#"{"offsets":{"t/07":9007199254740993,"/0":1},"metadata":{"a b":""},"fence":[1]} "#,
                vec![
                    (
                        OddityKind::Beyond53Bits,
                        r#"$.offsets["t/07"]"#,
                        13,
                        "t/07=9007199254740993",
                    ),
                    (OddityKind::Unreachable, r#"$.offsets["t/07"]"#, 13, "t/07"),
                    (OddityKind::UnlikelyKey, r#"$.offsets["/0"]"#, 37, "/0"),
                    (OddityKind::StrayMetadata, r#"$.metadata["a b"]"#, 57, "a b"),
                    (OddityKind::WhiteSpace, "$", 1, ""),
                ],
            ),
        ];
        for (text, expected) in cases {
            let oddities = OffsetsFile::parse(text).unwrap().oddities;
            let found: Vec<_> = oddities
                .iter()
                .map(|oddity| {
                    (
                        oddity.kind,
                        oddity.path.as_str(),
                        oddity.at.column,
                        oddity.items.join(" "),
                    )
                })
                .collect();
            let expected: Vec<_> = expected
                .into_iter()
                .map(|(kind, path, column, items)| (kind, path, column, items.to_owned()))
                .collect();
            assert_eq!(found, expected, "{text}");
        }
    }
}
