//! What the page is showing and what a person did: a pure reducer, no DOM in it.

use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::Arc;

use orrery::assignment::Assignment;
use yew::prelude::*;

use crate::messages::{Say, keys, say};
use crate::model::{Deed, Model, sentence};
use crate::open::Opened;
use crate::scene::{Scene, Shown};

/// Everything that a render depends on.
#[derive(Clone, Debug)]
pub struct State {
    /// The cluster with its steps.
    pub model: Model,
    /// What the stage shows at the present step.
    pub scene: Shown,
    /// `assignment.json` of the present step, as the editor shows it.
    pub file: Rc<str>,
    /// Edited text that is not applied; kept whatever is wrong with it.
    pub draft: Option<Rc<str>>,
    /// What is wrong with the draft.
    pub problem: Option<Problem>,
    /// Health, recompute, read and sweep in one step, or apart.
    pub manual: bool,
    /// What the inspector shows.
    pub selected: Option<Selected>,
    /// The last thing that went wrong, or worked where nothing else shows it.
    pub notice: Option<Notice>,
    /// Find field.
    pub find: Rc<str>,
    /// Marks that are singled out.
    pub marks: Marks,
    /// The view.
    pub view: View,
    /// Whether the stage is shown as a table.
    pub table: bool,
    /// Whether the key sheet is open.
    pub help: bool,
    /// Whether single-letter keys work.
    pub letters: bool,
    /// Colours.
    pub theme: Theme,
    /// Editor section opened over the stage (narrow screens).
    pub drawer: Option<Section>,
    /// Whether the inspector covers the stage (phone).
    pub sheet: bool,
    /// Volume opened from disk.
    pub volume: Option<Rc<Opened>>,
    /// Files read so far and files found, while a volume is being read.
    pub reading: Option<(usize, usize)>,
    /// First chip shown of each long list.
    pub pages: BTreeMap<Arc<str>, usize>,
}

/// What went wrong in `assignment.json`, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// The sentence.
    pub text: String,
    /// JSON path of the value.
    pub path: String,
    /// Line, from 1.
    pub line: u32,
    /// Column in characters, from 1.
    pub column: u32,
}

/// A sentence in the notice bar.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Notice {
    /// Whether something failed.
    pub error: bool,
    /// The sentence.
    pub text: String,
}

/// What the inspector shows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Selected {
    /// A group.
    Group(Arc<str>),
    /// A broker.
    Broker(Arc<str>),
}

/// Marks that can be singled out; the other chips fade.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Marks {
    /// Moved in the last step.
    pub moved: bool,
    /// Entry differs from the hash.
    pub differs: bool,
    /// In memory where it is not coordinated.
    pub ghosts: bool,
    /// Not in its coordinator's memory.
    pub absent: bool,
}

/// One of the marks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    /// See [`Marks`].
    Moved,
    /// See [`Marks`].
    Differs,
    /// See [`Marks`].
    Ghosts,
    /// See [`Marks`].
    Absent,
}

/// The views of this page.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum View {
    /// Who coordinates what, and why.
    #[default]
    Stage,
    /// What is wrong in the opened volume.
    Snapshot,
}

/// Colours.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Theme {
    /// Dark on light.
    #[default]
    Light,
    /// Light on dark.
    Dark,
}

/// A section of the editors.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Section {
    /// Brokers.
    Brokers,
    /// Groups.
    Groups,
    /// Design rules.
    Rules,
    /// `assignment.json`.
    File,
}

/// What a person did, or what came back from the browser.
#[derive(Clone, Debug)]
pub enum Action {
    /// A change of the cluster.
    Do(Deed),
    /// One step back.
    Undo,
    /// One step forth.
    Redo,
    /// To the state after this many steps.
    Seek(usize),
    /// One design rule takes this variant; all steps are played again.
    Rule(&'static str, &'static str),
    /// The editor holds this text.
    Draft(String),
    /// The draft becomes the file.
    Apply,
    /// The draft is dropped.
    Revert,
    /// The inspector shows this.
    Select(Option<Selected>),
    /// Closes what is open, else clears the selection.
    Escape,
    /// The find field holds this text.
    Find(String),
    /// Singles a mark out, or no longer.
    Mark(Mark),
    /// Instant or manual.
    Manual(bool),
    /// Another view.
    Show(View),
    /// Scene or table.
    Table,
    /// Key sheet.
    Help(bool),
    /// Single-letter keys.
    Letters(bool),
    /// Light or dark.
    Theme(Theme),
    /// Editor over the stage.
    Drawer(Option<Section>),
    /// Inspector over the stage.
    Sheet(bool),
    /// A list shows its chips from this one on.
    Page(Arc<str>, usize),
    /// So many files of so many have been read.
    Reading(usize, usize),
    /// Nothing is being read any more.
    ReadingEnded,
    /// A volume has been read.
    Opened(Rc<Opened>),
    /// The volume's cluster takes the stage.
    Load,
    /// A scenario takes the stage.
    Scenario(String),
    /// Something to say.
    Notice(Option<Notice>),
}

impl State {
    /// The page with a cluster on the stage.
    pub fn new(model: Model) -> Self {
        let scene = Shown(Rc::new(model.scene()));
        let file = model.file_text();
        Self {
            model,
            scene,
            file,
            draft: None,
            problem: None,
            manual: false,
            selected: None,
            notice: None,
            find: Rc::from(""),
            marks: Marks::default(),
            view: View::Stage,
            table: false,
            help: false,
            letters: true,
            theme: Theme::Light,
            drawer: None,
            sheet: false,
            volume: None,
            reading: None,
            pages: BTreeMap::new(),
        }
    }

    /// The page with a text in the editor that was not applied.
    pub fn with_draft(self, text: &str) -> Self {
        self.draft(text)
    }

    /// Whether marks or the find field leave a chip in view.
    pub fn finds(&self, id: &str, moved: bool, differs: bool, ghost: bool, absent: bool) -> bool {
        let marks = self.marks;
        let any = marks.moved || marks.differs || marks.ghosts || marks.absent;
        let marked = !any
            || (marks.moved && moved)
            || (marks.differs && differs)
            || (marks.ghosts && ghost)
            || (marks.absent && absent);
        marked && (self.find.is_empty() || id.to_lowercase().contains(&self.find.to_lowercase()))
    }

    fn change(mut self, change: impl FnOnce(&mut Model) -> Result<(), String>) -> Self {
        let mut model = self.model.clone();
        match change(&mut model) {
            Ok(()) => {
                self.show(model);
                self.notice = None;
            }
            // The last good state stays.
            Err(text) => self.notice = Some(Notice { error: true, text }),
        }
        self
    }

    fn show(&mut self, model: Model) {
        self.scene = Shown(Rc::new(model.scene()));
        self.file = model.file_text();
        self.model = model;
        self.pages.clear();
        if self.draft.as_deref() == Some(&*self.file) {
            self.draft = None;
            self.problem = None;
        }
    }

    fn draft(mut self, text: &str) -> Self {
        self.problem = problem(text);
        self.draft = (*text != *self.file).then(|| Rc::from(text));
        self
    }

    fn apply_draft(mut self) -> Self {
        let Some(text) = self.draft.clone() else {
            return self;
        };
        self.problem = problem(&text);
        if self.problem.is_some() {
            return self;
        }
        let manual = self.manual;
        let mut next = self.change(|model| model.push(Deed::Write(text.to_string()), manual));
        if next.notice.is_none() {
            next.draft = None;
            next.notice = match next.model.behind() {
                0 => None,
                // In manual mode nobody has been asked to read it yet.
                _ if manual => None,
                count => {
                    let text = say(keys::FILE_REFUSED).count("count", count as u64).text();
                    Some(Notice { error: false, text })
                }
            };
        }
        next
    }

    fn load(mut self) -> Self {
        let Some(volume) = self.volume.clone() else {
            return self;
        };
        match Model::of_volume(&volume) {
            Ok(model) => {
                self.show(model);
                self.selected = None;
                self.draft = None;
                self.problem = None;
                self.notice = None;
                self.view = View::Stage;
            }
            Err(text) => self.notice = Some(Notice { error: true, text }),
        }
        self
    }

    fn escape(mut self) -> Self {
        if self.help {
            self.help = false;
        } else if self.notice.is_some() {
            self.notice = None;
        } else if self.sheet {
            self.sheet = false;
        } else if self.drawer.is_some() {
            self.drawer = None;
        } else if self.selected.is_some() {
            self.selected = None;
        } else {
            self.find = Rc::from("");
            self.marks = Marks::default();
        }
        self
    }
}

impl Reducible for State {
    type Action = Action;

    fn reduce(self: Rc<Self>, action: Action) -> Rc<Self> {
        let mut next = (*self).clone();
        match action {
            Action::Do(deed) => {
                let manual = next.manual;
                next = next.change(|model| model.push(deed, manual));
            }
            Action::Undo => next = next.change(Model::undo),
            Action::Redo => next = next.change(Model::redo),
            Action::Seek(step) => next = next.change(|model| model.seek(step)),
            Action::Rule(rule, variant) => {
                next = next.change(|model| model.set_rule(rule, variant))
            }
            Action::Draft(text) => next = next.draft(&text),
            Action::Apply => next = next.apply_draft(),
            Action::Revert => {
                next.draft = None;
                next.problem = None;
            }
            Action::Select(selected) => {
                next.sheet &= selected.is_some();
                next.selected = selected;
            }
            Action::Escape => next = next.escape(),
            Action::Find(text) => next.find = Rc::from(text),
            Action::Mark(mark) => next.marks.toggle(mark),
            Action::Manual(manual) => next.manual = manual,
            Action::Show(view) => next.view = view,
            Action::Table => next.table = !next.table,
            Action::Help(open) => next.help = open,
            Action::Letters(on) => next.letters = on,
            Action::Theme(theme) => next.theme = theme,
            Action::Drawer(section) => next.drawer = section,
            Action::Sheet(open) => next.sheet = open,
            Action::Page(list, first) => {
                next.pages.insert(list, first);
            }
            Action::Reading(done, of) => next.reading = Some((done, of)),
            Action::ReadingEnded => next.reading = None,
            Action::Opened(volume) => {
                next.reading = None;
                next.volume = Some(volume);
                next.view = View::Snapshot;
                next.notice = None;
            }
            Action::Load => next = next.load(),
            Action::Scenario(text) => match Model::of_scenario(&text) {
                Ok(model) => {
                    next.selected = None;
                    next.show(model);
                }
                Err(text) => next.notice = Some(Notice { error: true, text }),
            },
            Action::Notice(notice) => next.notice = notice,
        }
        Rc::new(next)
    }
}

impl Marks {
    fn toggle(&mut self, mark: Mark) {
        let flag = match mark {
            Mark::Moved => &mut self.moved,
            Mark::Differs => &mut self.differs,
            Mark::Ghosts => &mut self.ghosts,
            Mark::Absent => &mut self.absent,
        };
        *flag = !*flag;
    }
}

impl Scene {
    /// What the last step did, as one sentence or a few.
    pub fn news(&self, model: &Model) -> Vec<Say> {
        let Some(step) = model.last_step() else {
            return vec![say(keys::NEWS_START)];
        };
        let mut news = vec![sentence(&step.edit)];
        match self.totals.moved {
            0 => news.push(say(keys::NEWS_NOTHING_MOVED)),
            moved => news.push(say(keys::NEWS_MOVED).count("count", moved as u64)),
        }
        if let Some(card) = self
            .cards
            .iter()
            .max_by_key(|card| card.gained.len())
            .filter(|card| !card.gained.is_empty())
        {
            let count = card.gained.len();
            news.push(
                say(keys::NEWS_GAINED)
                    .name("broker", &card.id)
                    .count("count", count as u64),
            );
        }
        if self.totals.ghosts > 0 {
            news.push(say(keys::NEWS_GHOSTS).count("count", self.totals.ghosts as u64));
        }
        news
    }
}

fn problem(text: &str) -> Option<Problem> {
    let error = Assignment::parse(text).err()?;
    Some(Problem {
        text: error.message.text(),
        path: error.path,
        line: error.line,
        column: error.column,
    })
}

#[cfg(test)]
mod tests {
    use orrery::assignment::Health;

    use super::*;

    fn page() -> Rc<State> {
        Rc::new(State::new(Model::demo()))
    }

    fn after(state: Rc<State>, actions: impl IntoIterator<Item = Action>) -> Rc<State> {
        actions.into_iter().fold(state, State::reduce)
    }

    fn kill(broker: &str) -> Action {
        Action::Do(Deed::Health(Arc::from(broker), Health::Dead))
    }

    fn counts(state: &State) -> Vec<(String, usize, usize, usize)> {
        let cards = &state.scene.0.cards;
        cards
            .iter()
            .map(|card| {
                (
                    card.id.to_string(),
                    card.entries + card.hashed,
                    card.gained.len(),
                    card.ghosts.len(),
                )
            })
            .collect()
    }

    #[test]
    fn the_demo_is_a_rolling_restart_with_a_sweep_to_come() {
        let state = page();
        let expected = [
            ("kaas-0", 10, 4, 0),
            ("kaas-1", 0, 0, 9),
            ("kaas-2", 17, 8, 0),
            ("kaas-3", 0, 0, 0),
            ("kaas-4", 11, 0, 0),
        ];
        assert_eq!(
            counts(&state),
            expected.map(|(id, all, gained, ghosts)| (id.to_owned(), all, gained, ghosts))
        );
        let totals = state.scene.0.totals;
        assert_eq!(
            (state.scene.0.chips.len(), totals.moved, totals.differs),
            (38, 12, 8)
        );
        assert_eq!((state.model.left_out, state.notice.clone()), (0, None));
    }

    #[test]
    fn a_health_click_undone_leaves_the_trace_as_it_was() {
        let before = page();
        let killed = after(before.clone(), [kill("kaas-2")]);
        assert_eq!(killed.model.len(), before.model.len() + 1);
        assert_ne!(killed.model.trace(), before.model.trace());
        let undone = after(killed, [Action::Undo]);
        assert_eq!(undone.model.trace(), before.model.trace());
        assert_eq!(undone.scene.0, before.scene.0);
        assert_eq!(undone.file, before.file);
    }

    #[test]
    fn a_refused_command_says_so_and_changes_nothing() {
        let before = page();
        let state = after(before.clone(), [Action::Do(Deed::Add("kaas-0".to_owned()))]);
        assert_eq!(state.scene, before.scene);
        assert_eq!(state.model.trace(), before.model.trace());
        let notice = state.notice.clone().unwrap();
        assert!(notice.error && notice.text.contains("kaas-0"), "{notice:?}");
    }

    #[test]
    fn bad_text_never_replaces_the_last_good_state_and_is_not_lost() {
        let before = page();
        let bad = "{\n  \"controllerEpoch\": 3,\n  \"assignmentVersion\": oops\n}";
        let state = after(
            before.clone(),
            [
                Action::Draft(bad.to_owned()),
                Action::Apply,
                kill("kaas-4"),
                Action::Undo,
            ],
        );
        assert_eq!(state.scene.0, before.scene.0);
        assert_eq!(state.draft.as_deref(), Some(bad));
        let problem = state.problem.clone().unwrap();
        assert_eq!(
            (problem.path.as_str(), problem.line, problem.column),
            ("$.assignmentVersion", 3, 24)
        );
        let reverted = after(state, [Action::Revert]);
        assert_eq!(
            (reverted.draft.clone(), reverted.problem.clone()),
            (None, None)
        );
    }

    #[test]
    fn good_text_is_applied_as_one_step() {
        let before = page();
        let text = before
            .file
            .replace("\"assignmentVersion\": 42", "\"assignmentVersion\": 50");
        let text = text.replacen("\"broker\": \"kaas-2\",", "\"broker\": \"kaas-4\",", 1);
        let state = after(before.clone(), [Action::Draft(text), Action::Apply]);
        assert_eq!(
            (
                state.draft.clone(),
                state.problem.clone(),
                state.notice.clone()
            ),
            (None, None, None)
        );
        assert_eq!(state.scene.0.version, Some(50));
        assert_eq!(state.model.len(), before.model.len() + 1);
    }

    #[test]
    fn an_older_version_is_refused_by_the_brokers_and_the_page_says_so() {
        let before = page();
        let text = before
            .file
            .replace("\"assignmentVersion\": 42", "\"assignmentVersion\": 7");
        let state = after(before, [Action::Draft(text), Action::Apply]);
        let notice = state.notice.clone().unwrap();
        assert!(
            !notice.error && notice.text.contains("4 brokers refuse"),
            "{notice:?}"
        );
    }

    #[test]
    fn manual_mode_takes_health_recompute_read_and_sweep_apart() {
        let steps = [
            Action::Manual(true),
            kill("kaas-4"),
            Action::Do(Deed::Recompute),
            Action::Do(Deed::Read),
            Action::Do(Deed::Sweep),
        ];
        let before = page();
        let state = after(before.clone(), steps);
        assert_eq!(state.model.len(), before.model.len() + 4);
        assert_eq!(state.scene.0.totals.ghosts, 0);
        let versions: Vec<_> = state
            .scene
            .0
            .cards
            .iter()
            .map(|card| card.applied)
            .collect();
        assert_eq!(versions, [Some(43), Some(43), Some(43), None, None]);
    }

    #[test]
    fn hostile_ids_join_undo_and_redo_like_any_other() {
        let ids = [
            "__proto__",
            "<img src=x onerror=alert(1)>",
            " ",
            "\u{202e}rtl",
            "👩‍🚀",
            "constructor",
        ];
        let long = "x".repeat(10_000);
        let groups: Vec<String> = ids
            .iter()
            .map(|id| (*id).to_owned())
            .chain([long])
            .collect();
        let state = after(page(), [Action::Do(Deed::Touch(groups.clone()))]);
        assert_eq!(state.notice.clone(), None);
        for group in &groups {
            let chip = state.scene.0.chip(group).unwrap();
            assert!(chip.resident || !chip.ghosts.is_empty(), "{group:?}");
        }
        let undone = after(state.clone(), [Action::Undo]);
        assert!(
            groups
                .iter()
                .all(|group| undone.scene.0.chip(group).is_none())
        );
        let redone = after(undone, [Action::Redo]);
        assert_eq!(redone.scene.0, state.scene.0);
    }

    #[test]
    fn a_link_plays_the_same_steps_again() {
        let state = after(
            page(),
            [
                kill("kaas-4"),
                Action::Do(Deed::Touch(vec!["new.group".to_owned()])),
            ],
        );
        let text = state.model.scenario().unwrap();
        let again = Model::of_scenario(&text).unwrap();
        assert_eq!(again.trace(), state.model.trace());
        assert_eq!(again.title, state.model.title);
    }

    #[test]
    fn a_rule_plays_all_steps_again_and_back() {
        let before = page();
        let wrong = after(before.clone(), [Action::Rule("divisor", "alive-count")]);
        assert_ne!(wrong.scene.0, before.scene.0);
        assert_eq!(wrong.model.cursor(), before.model.cursor());
        let right = after(wrong, [Action::Rule("divisor", "full-broker-set")]);
        assert_eq!(right.scene.0, before.scene.0);
    }

    #[test]
    fn escape_closes_one_thing_at_a_time() {
        let group = Selected::Group(Arc::from("risk.limits"));
        let state = after(
            page(),
            [
                Action::Select(Some(group.clone())),
                Action::Find("risk".to_owned()),
                Action::Help(true),
            ],
        );
        let state = after(state, [Action::Escape]);
        assert_eq!((state.help, state.selected.clone()), (false, Some(group)));
        let state = after(state, [Action::Escape]);
        assert_eq!((state.selected.clone(), &*state.find), (None, "risk"));
        assert_eq!(&*after(state, [Action::Escape]).find, "");
    }
}
