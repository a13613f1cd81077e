//! What an expectation looks at: the state of a cluster as JSON values.

use super::step::Look;
use super::value::{array, number, object, string, string_or_null};
use crate::assignment::Assignment;
use crate::cluster::{Answer, Cluster};
use crate::event::{Event, What};
use crate::json::{self, Json, Kind};
use crate::ownership::Tier;

/// The value looked at.
pub(crate) enum Seen {
    /// The value.
    One(Json),
    /// Brokers that are up see different coordinators; all their views.
    Split(Json),
}

impl Seen {
    /// The value, or the differing views.
    pub(crate) const fn value(&self) -> &Json {
        match self {
            Self::One(value) | Self::Split(value) => value,
        }
    }
}

impl Look {
    /// The present value.
    pub(crate) fn at(&self, cluster: &Cluster) -> Seen {
        Seen::One(match self {
            Self::Owner { id, via, txn } => return owner(cluster, id, via.as_deref(), *txn),
            Self::Entry { group } => cluster
                .file_view()
                .and_then(|view| view.entry_of(group))
                .map_or(NULL, |entry| {
                    object([
                        ("broker", string(&*entry.broker)),
                        ("epoch", number(entry.epoch)),
                    ])
                }),
            Self::Resident { broker } => ids(&cluster.resident(broker)),
            Self::List { broker } => ids(&cluster.list(broker)),
            Self::Log { broker } => log(cluster, broker),
            Self::Applied { broker } => cluster
                .applied(broker)
                .map_or(NULL, |view| Assignment::to_json(view.assignment())),
            Self::File { path, .. } => cluster.file_text(path).map_or(NULL, |text| file(&text)),
        })
    }

    /// Whether an event belongs to what is looked at.
    pub(crate) fn concerns(&self, event: &Event) -> bool {
        match self {
            Self::Owner { id, txn: false, .. } | Self::Entry { group: id } => {
                event.group.as_deref() == Some(id)
            }
            // Transactional ids move with the rows alone.
            Self::Owner { .. } => matches!(
                event.what,
                What::AssignmentApplied { .. } | What::Recomputed { .. }
            ),
            Self::Resident { broker }
            | Self::List { broker }
            | Self::Log { broker }
            | Self::Applied { broker } => event.broker.as_deref() == Some(broker),
            Self::File { path, .. } => match &event.what {
                What::FileWritten { path: written }
                | What::FileWriteFailed { path: written }
                | What::FileRemoved { path: written } => **written == **path,
                _ => false,
            },
        }
    }
}

fn owner(cluster: &Cluster, id: &str, via: Option<&str>, txn: bool) -> Seen {
    let ask = |via: &str| {
        if txn {
            cluster.transaction_owner(id, Some(via))
        } else {
            cluster.owner(id, Some(via))
        }
    };
    let live = cluster.live();
    let claimants = if txn {
        let claims = live
            .iter()
            .filter(|broker| ask(broker).broker.as_ref() == Some(*broker));
        array(claims.map(|broker| string(&**broker)))
    } else {
        ids(&cluster.claimants(id))
    };
    let nobody = Answer {
        broker: None,
        tier: Tier::None,
    };
    let answers: Vec<_> = match via {
        Some(via) => vec![ask(via)],
        None => live.iter().map(|broker| ask(broker)).collect(),
    };
    let first = answers.first().unwrap_or(&nobody);
    if answers.iter().all(|answer| answer == first) {
        let [broker, tier] = answer_fields(first);
        return Seen::One(object([broker, tier, ("claimants", claimants)]));
    }
    let views = live.iter().zip(&answers).map(|(via, answer)| {
        object(std::iter::once(("via", string(&**via))).chain(answer_fields(answer)))
    });
    Seen::Split(object([("views", array(views)), ("claimants", claimants)]))
}

fn answer_fields(answer: &Answer) -> [(&'static str, Json); 2] {
    let tier = match answer.tier {
        Tier::Explicit => "explicit",
        Tier::Hash => "hash",
        Tier::None => "none",
    };
    [
        ("broker", string_or_null(answer.broker.as_deref())),
        ("tier", string(tier)),
    ]
}

fn log(cluster: &Cluster, broker: &str) -> Json {
    array(cluster.log(broker).iter().map(|line| {
        object([
            (
                "event",
                string(match line.event {
                    crate::kaas::coordinator::Moved::Away => "moved-away",
                    crate::kaas::coordinator::Moved::Here => "moved-here",
                }),
            ),
            ("group", string(&*line.group)),
            ("from", string(&*line.from)),
            ("to", string(&*line.to)),
            ("assignmentVersion", number(line.assignment_version)),
        ])
    }))
}

fn file(text: &str) -> Json {
    match json::parse(text) {
        Ok(value) => value,
        Err(_) => object([("unparsable", Json::new(Kind::Bool(true)))]),
    }
}

fn ids<T: AsRef<str>>(ids: &[T]) -> Json {
    array(ids.iter().map(|id| string(id.as_ref())))
}

const NULL: Json = Json::new(Kind::Null);
