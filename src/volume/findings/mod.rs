//! What a volume's content means: findings with a code, a severity, a place, a sentence and advice.

mod assignment;
mod names;
mod offsets;
mod transactions;

use crate::collect::sort_by;
use std::collections::BTreeMap;

use serde::{Serialize, Serializer, ser::SerializeStruct};

use crate::json::{Json, JsonError, Path, Pos};
use crate::messages::{Arg, Message, keys};
use crate::ownership::View;
use crate::volume::Volume;

/// How bad it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// Somebody is hurt or will be.
    Error,
    /// Somebody may be hurt.
    Warning,
    /// Good to know.
    Info,
}

/// What can be found: the code is the key of its sentence without `finding-`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Kind {
    /// How bad it is.
    pub severity: Severity,
    /// Row in the list of findings of the sample volume `messy`, if it has one.
    pub row: &'static str,
    /// Key of the sentence.
    pub message: &'static str,
    /// Key of the advice.
    pub advice: &'static str,
}

/// Something found at one place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// What it is.
    pub kind: &'static Kind,
    /// File, relative to `__cluster`.
    pub file: String,
    /// JSON path of the value concerned.
    pub path: Option<String>,
    /// Line and column, both from 1.
    pub at: Option<Pos>,
    /// The sentence, with what it names.
    pub message: Message,
    /// The group concerned.
    pub group: Option<String>,
}

/// Everything that can be found, sorted by code.
#[must_use]
pub fn kinds() -> &'static [&'static Kind] {
    ALL
}

/// All findings of a volume, sorted by file, line, column and code.
pub(crate) fn of(volume: &Volume, view: Option<&View>) -> Vec<Finding> {
    let mut found = assignment::findings(volume, view);
    found.extend(offsets::findings(volume, view));
    found.extend(names::findings(volume, view));
    found.extend(transactions::findings(volume, view));
    sort_by(&mut found, |left, right| {
        left.sort_key().cmp(&right.sort_key())
    });
    found
}

/// Codes of the findings of each group, each once.
pub(crate) fn codes_by_group(findings: &[Finding]) -> BTreeMap<&str, Vec<&'static str>> {
    let mut codes: BTreeMap<&str, Vec<&'static str>> = BTreeMap::new();
    for finding in findings {
        if let Some(group) = &finding.group {
            codes.entry(group).or_default().push(finding.code());
        }
    }
    for codes in codes.values_mut() {
        sort_by(codes, Ord::cmp);
        codes.dedup();
    }
    codes
}

impl Kind {
    /// The stable code.
    #[must_use]
    pub fn code(&self) -> &'static str {
        self.message
            .strip_prefix("finding-")
            .unwrap_or(self.message)
    }
}

impl Finding {
    pub(crate) fn new(kind: &'static Kind, file: &str) -> Self {
        Self {
            kind,
            file: file.to_owned(),
            path: None,
            at: None,
            message: Message::new(kind.message),
            group: None,
        }
    }

    pub(crate) fn at(mut self, path: &Path, at: Pos) -> Self {
        self.path = Some(path.to_string());
        self.at = Some(at);
        self
    }

    /// At a path of a file whose value is at hand.
    pub(crate) fn within(self, json: &Json, path: &Path) -> Self {
        match json.at_path(path) {
            Some(value) if value.at.line > 0 => self.at(path, value.at),
            _ => Self {
                path: Some(path.to_string()),
                ..self
            },
        }
    }

    /// Where a text was refused, and why.
    pub(crate) fn refused(mut self, error: &JsonError) -> Self {
        self.path = Some(error.path.clone());
        self.at = Some(Pos {
            line: error.line,
            column: error.column,
        });
        self.with("reason", error.message.text())
    }

    pub(crate) fn group(mut self, group: &str) -> Self {
        self.group = Some(group.to_owned());
        self.with("group", group)
    }

    pub(crate) fn with(mut self, name: &'static str, value: impl Into<Arg>) -> Self {
        self.message = self.message.with(name, value);
        self
    }

    /// Names up to [`ITEMS_MAX`] things, and how many there are.
    pub(crate) fn items<T: AsRef<str>>(self, items: &[T]) -> Self {
        let mut shown: Vec<&str> = items.iter().take(ITEMS_MAX).map(AsRef::as_ref).collect();
        if items.len() > ITEMS_MAX {
            shown.push("…");
        }
        self.with("count", crate::cast::u32_of(items.len()))
            .with("items", shown.join(", "))
    }

    /// The stable code.
    #[must_use]
    pub fn code(&self) -> &'static str {
        self.kind.code()
    }

    /// What to do about it, in English.
    #[must_use]
    pub fn advice(&self) -> String {
        Message {
            key: self.kind.advice,
            args: self.message.args.clone(),
        }
        .text()
    }

    fn sort_key(&self) -> (&str, Option<Pos>, &'static str, Option<&str>) {
        (&self.file, self.at, self.code(), self.path.as_deref())
    }
}

impl Serialize for Finding {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut out = serializer.serialize_struct("Finding", 9)?;
        out.serialize_field("code", self.code())?;
        out.serialize_field("severity", &self.kind.severity)?;
        out.serialize_field("file", &self.file)?;
        out.serialize_field("path", &self.path)?;
        out.serialize_field("line", &self.at.map(|at| at.line))?;
        out.serialize_field("column", &self.at.map(|at| at.column))?;
        out.serialize_field("message", &self.message.text())?;
        out.serialize_field("advice", &self.advice())?;
        out.serialize_field("args", &self.message)?;
        out.end()
    }
}

macro_rules! kinds {
    ($($name:ident $severity:ident $row:literal $message:ident $advice:ident;)+) => {
        $(pub(crate) const $name: &Kind = &Kind {
            severity: Severity::$severity,
            row: $row,
            message: keys::$message,
            advice: keys::$advice,
        };)+
        const ALL: &[&Kind] = &[$($name,)+];
    };
}

// The table, sorted by code.
kinds! {
    ASSIGNMENT_LEFTOVER Info "A8" FINDING_ASSIGNMENT_LEFTOVER FINDING_ASSIGNMENT_LEFTOVER_ADVICE;
    ASSIGNMENT_MISSING Error "" FINDING_ASSIGNMENT_MISSING FINDING_ASSIGNMENT_MISSING_ADVICE;
    ASSIGNMENT_REFUSED Error "" FINDING_ASSIGNMENT_REFUSED FINDING_ASSIGNMENT_REFUSED_ADVICE;
    ASSIGNMENT_UNKNOWN_FIELD Info "" FINDING_ASSIGNMENT_UNKNOWN_FIELD FINDING_ASSIGNMENT_UNKNOWN_FIELD_ADVICE;
    BROKER_ROW_TWICE Warning "" FINDING_BROKER_ROW_TWICE FINDING_BROKER_ROW_TWICE_ADVICE;
    DIRECTORY_NAMED_LIKE_GROUP Warning "O25" FINDING_DIRECTORY_NAMED_LIKE_GROUP FINDING_DIRECTORY_NAMED_LIKE_GROUP_ADVICE;
    DOT_FILE_GROUP Warning "O17" FINDING_DOT_FILE_GROUP FINDING_DOT_FILE_GROUP_ADVICE;
    ENTRY_AWAY_FROM_HOME Info "" FINDING_ENTRY_AWAY_FROM_HOME FINDING_ENTRY_AWAY_FROM_HOME_ADVICE;
    ENTRY_DIFFERS_FROM_HASH Info "A5" FINDING_ENTRY_DIFFERS_FROM_HASH FINDING_ENTRY_DIFFERS_FROM_HASH_ADVICE;
    ENTRY_FOR_EMPTY_GROUP_ID Warning "A7" FINDING_ENTRY_FOR_EMPTY_GROUP_ID FINDING_ENTRY_FOR_EMPTY_GROUP_ID_ADVICE;
    ENTRY_NAMES_DEAD_BROKER Error "A1" FINDING_ENTRY_NAMES_DEAD_BROKER FINDING_ENTRY_NAMES_DEAD_BROKER_ADVICE;
    ENTRY_NAMES_DRAINING_BROKER Warning "A2" FINDING_ENTRY_NAMES_DRAINING_BROKER FINDING_ENTRY_NAMES_DRAINING_BROKER_ADVICE;
    ENTRY_NAMES_UNKNOWN_BROKER Error "A3" FINDING_ENTRY_NAMES_UNKNOWN_BROKER FINDING_ENTRY_NAMES_UNKNOWN_BROKER_ADVICE;
    ENTRY_WITHOUT_OFFSETS_FILE Info "A6" FINDING_ENTRY_WITHOUT_OFFSETS_FILE FINDING_ENTRY_WITHOUT_OFFSETS_FILE_ADVICE;
    FENCE_IN_CAMEL_CASE Warning "O3" FINDING_FENCE_IN_CAMEL_CASE FINDING_FENCE_IN_CAMEL_CASE_ADVICE;
    FENCE_KEY_NOT_A_NUMBER Info "T16" FINDING_FENCE_KEY_NOT_A_NUMBER FINDING_FENCE_KEY_NOT_A_NUMBER_ADVICE;
    FENCE_NEWER_THAN_ASSIGNMENT Error "O1" FINDING_FENCE_NEWER_THAN_ASSIGNMENT FINDING_FENCE_NEWER_THAN_ASSIGNMENT_ADVICE;
    FENCES_IN_ALL Info "" FINDING_FENCES_IN_ALL FINDING_FENCES_IN_ALL_ADVICE;
    FENCES_OF_UNKNOWN_BROKER Info "T16" FINDING_FENCES_OF_UNKNOWN_BROKER FINDING_FENCES_OF_UNKNOWN_BROKER_ADVICE;
    FENCES_REFUSED Warning "T15" FINDING_FENCES_REFUSED FINDING_FENCES_REFUSED_ADVICE;
    FILE_UNREADABLE Warning "" FINDING_FILE_UNREADABLE FINDING_FILE_UNREADABLE_ADVICE;
    GROUP_HAS_EQUAL_ENTRIES Warning "A4" FINDING_GROUP_HAS_EQUAL_ENTRIES FINDING_GROUP_HAS_EQUAL_ENTRIES_ADVICE;
    GROUP_HAS_TWO_ENTRIES Error "A4" FINDING_GROUP_HAS_TWO_ENTRIES FINDING_GROUP_HAS_TWO_ENTRIES_ADVICE;
    GROUP_ID_AT_LENGTH_LIMIT Warning "O21" FINDING_GROUP_ID_AT_LENGTH_LIMIT FINDING_GROUP_ID_AT_LENGTH_LIMIT_ADVICE;
    GROUP_ID_ENDS_IN_BLANK Info "O22" FINDING_GROUP_ID_ENDS_IN_BLANK FINDING_GROUP_ID_ENDS_IN_BLANK_ADVICE;
    GROUP_ID_ENDS_IN_JSON Info "O20" FINDING_GROUP_ID_ENDS_IN_JSON FINDING_GROUP_ID_ENDS_IN_JSON_ADVICE;
    GROUP_ID_IS_A_PATH Warning "O24" FINDING_GROUP_ID_IS_A_PATH FINDING_GROUP_ID_IS_A_PATH_ADVICE;
    GROUP_ID_TOO_LONG Warning "O21" FINDING_GROUP_ID_TOO_LONG FINDING_GROUP_ID_TOO_LONG_ADVICE;
    GROUP_IN_SUBDIRECTORY Warning "O24" FINDING_GROUP_IN_SUBDIRECTORY FINDING_GROUP_IN_SUBDIRECTORY_ADVICE;
    GROUPS_BY_HASH Info "" FINDING_GROUPS_BY_HASH FINDING_GROUPS_BY_HASH_ADVICE;
    GROUPS_DIFFER_IN_CASE Warning "O15" FINDING_GROUPS_DIFFER_IN_CASE FINDING_GROUPS_DIFFER_IN_CASE_ADVICE;
    GROUPS_IN_ALL Info "A9" FINDING_GROUPS_IN_ALL FINDING_GROUPS_IN_ALL_ADVICE;
    GROUPS_LOOK_ALIKE Warning "O16" FINDING_GROUPS_LOOK_ALIKE FINDING_GROUPS_LOOK_ALIKE_ADVICE;
    GROUPS_ON_FALLBACK Info "" FINDING_GROUPS_ON_FALLBACK FINDING_GROUPS_ON_FALLBACK_ADVICE;
    LEFTOVER_TEMPORARY_FILE Info "O18" FINDING_LEFTOVER_TEMPORARY_FILE FINDING_LEFTOVER_TEMPORARY_FILE_ADVICE;
    LOAD_BY_BROKER Info "" FINDING_LOAD_BY_BROKER FINDING_LOAD_BY_BROKER_ADVICE;
    MARKER_EMPTY Warning "T14" FINDING_MARKER_EMPTY FINDING_MARKER_EMPTY_ADVICE;
    MARKER_FOR_DOWN_BROKER Warning "T14" FINDING_MARKER_FOR_DOWN_BROKER FINDING_MARKER_FOR_DOWN_BROKER_ADVICE;
    MARKER_FOR_UNKNOWN_BROKER Warning "T8" FINDING_MARKER_FOR_UNKNOWN_BROKER FINDING_MARKER_FOR_UNKNOWN_BROKER_ADVICE;
    MARKER_REFUSED Warning "T14" FINDING_MARKER_REFUSED FINDING_MARKER_REFUSED_ADVICE;
    MARKER_SUPERSEDED Warning "T14" FINDING_MARKER_SUPERSEDED FINDING_MARKER_SUPERSEDED_ADVICE;
    METADATA_WITHOUT_OFFSET Warning "O4" FINDING_METADATA_WITHOUT_OFFSET FINDING_METADATA_WITHOUT_OFFSET_ADVICE;
    NFS_TOMBSTONE Info "O19" FINDING_NFS_TOMBSTONE FINDING_NFS_TOMBSTONE_ADVICE;
    NO_BROKER_ALIVE Error "" FINDING_NO_BROKER_ALIVE FINDING_NO_BROKER_ALIVE_ADVICE;
    NOT_A_GROUP_FILE Info "O23" FINDING_NOT_A_GROUP_FILE FINDING_NOT_A_GROUP_FILE_ADVICE;
    OFFSET_BELOW_ZERO Warning "O9" FINDING_OFFSET_BELOW_ZERO FINDING_OFFSET_BELOW_ZERO_ADVICE;
    OFFSET_BEYOND_53_BITS Warning "O10" FINDING_OFFSET_BEYOND_53_BITS FINDING_OFFSET_BEYOND_53_BITS_ADVICE;
    OFFSET_KEY_TWICE Warning "O12" FINDING_OFFSET_KEY_TWICE FINDING_OFFSET_KEY_TWICE_ADVICE;
    OFFSET_KEY_UNLIKELY Warning "O11" FINDING_OFFSET_KEY_UNLIKELY FINDING_OFFSET_KEY_UNLIKELY_ADVICE;
    OFFSET_KEY_UNREACHABLE Warning "O11" FINDING_OFFSET_KEY_UNREACHABLE FINDING_OFFSET_KEY_UNREACHABLE_ADVICE;
    OFFSET_OF_UNKNOWN_PARTITION Warning "O14" FINDING_OFFSET_OF_UNKNOWN_PARTITION FINDING_OFFSET_OF_UNKNOWN_PARTITION_ADVICE;
    OFFSETS_BY_POSITION Warning "O8" FINDING_OFFSETS_BY_POSITION FINDING_OFFSETS_BY_POSITION_ADVICE;
    OFFSETS_FILE_REFUSED Error "O6" FINDING_OFFSETS_FILE_REFUSED FINDING_OFFSETS_FILE_REFUSED_ADVICE;
    OFFSETS_FILE_WITHOUT_OFFSETS Info "O7" FINDING_OFFSETS_FILE_WITHOUT_OFFSETS FINDING_OFFSETS_FILE_WITHOUT_OFFSETS_ADVICE;
    OFFSETS_IN_OLD_SHAPE Error "O5" FINDING_OFFSETS_IN_OLD_SHAPE FINDING_OFFSETS_IN_OLD_SHAPE_ADVICE;
    OFFSETS_UNKNOWN_FIELD Info "O13" FINDING_OFFSETS_UNKNOWN_FIELD FINDING_OFFSETS_UNKNOWN_FIELD_ADVICE;
    OFFSETS_WHITE_SPACE Info "O13" FINDING_OFFSETS_WHITE_SPACE FINDING_OFFSETS_WHITE_SPACE_ADVICE;
    OFFSETS_WITHOUT_FENCE Warning "O2" FINDING_OFFSETS_WITHOUT_FENCE FINDING_OFFSETS_WITHOUT_FENCE_ADVICE;
    PATHS_OUTSIDE Info "" FINDING_PATHS_OUTSIDE FINDING_PATHS_OUTSIDE_ADVICE;
    PRODUCER_EPOCH_AT_LIMIT Info "T10" FINDING_PRODUCER_EPOCH_AT_LIMIT FINDING_PRODUCER_EPOCH_AT_LIMIT_ADVICE;
    PRODUCER_ID_BEYOND_BLOCK Error "T11" FINDING_PRODUCER_ID_BEYOND_BLOCK FINDING_PRODUCER_ID_BEYOND_BLOCK_ADVICE;
    PRODUCER_ID_SHARED Error "T9" FINDING_PRODUCER_ID_SHARED FINDING_PRODUCER_ID_SHARED_ADVICE;
    PRODUCER_IDS_MISSING Error "T12" FINDING_PRODUCER_IDS_MISSING FINDING_PRODUCER_IDS_MISSING_ADVICE;
    PRODUCER_IDS_REFUSED Error "T12" FINDING_PRODUCER_IDS_REFUSED FINDING_PRODUCER_IDS_REFUSED_ADVICE;
    PRODUCER_IDS_UNEVEN Warning "T13" FINDING_PRODUCER_IDS_UNEVEN FINDING_PRODUCER_IDS_UNEVEN_ADVICE;
    RETURNING_BROKER_STAYS_LIGHT Info "" FINDING_RETURNING_BROKER_STAYS_LIGHT FINDING_RETURNING_BROKER_STAYS_LIGHT_ADVICE;
    SLOT_EMPTY Info "T3" FINDING_SLOT_EMPTY FINDING_SLOT_EMPTY_ADVICE;
    SLOT_NEVER_READ Warning "T4" FINDING_SLOT_NEVER_READ FINDING_SLOT_NEVER_READ_ADVICE;
    SLOT_REFUSED Error "T2" FINDING_SLOT_REFUSED FINDING_SLOT_REFUSED_ADVICE;
    TRANSACTION_GROUP_ELSEWHERE Warning "T5" FINDING_TRANSACTION_GROUP_ELSEWHERE FINDING_TRANSACTION_GROUP_ELSEWHERE_ADVICE;
    TRANSACTION_IN_WRONG_SLOT Error "T1" FINDING_TRANSACTION_IN_WRONG_SLOT FINDING_TRANSACTION_IN_WRONG_SLOT_ADVICE;
    TRANSACTION_ONGOING Info "" FINDING_TRANSACTION_ONGOING FINDING_TRANSACTION_ONGOING_ADVICE;
    TRANSACTION_OVERDUE Error "T5" FINDING_TRANSACTION_OVERDUE FINDING_TRANSACTION_OVERDUE_ADVICE;
    TRANSACTION_OWES_MARKERS Warning "T8" FINDING_TRANSACTION_OWES_MARKERS FINDING_TRANSACTION_OWES_MARKERS_ADVICE;
    TRANSACTION_STUCK_PREPARED Error "T7" FINDING_TRANSACTION_STUCK_PREPARED FINDING_TRANSACTION_STUCK_PREPARED_ADVICE;
    TRANSACTION_WITHOUT_TIMEOUT Warning "T6" FINDING_TRANSACTION_WITHOUT_TIMEOUT FINDING_TRANSACTION_WITHOUT_TIMEOUT_ADVICE;
}

/// Things that one sentence names at most.
const ITEMS_MAX: usize = 20;
