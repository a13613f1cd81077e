// The reference of the package. Everything is synchronous except init() and readVolume().
//
// Results are plain objects, lists, strings, numbers, booleans and null; a field is null, never missing, unless its
// type has a question mark. Offsets, producer ids and other 64-bit values are decimal strings. Names of groups,
// brokers and topics are never keys of objects. Misuse throws OrreryError, whatever a volume holds does not.

/** Makes the module ready. Needed once in browsers; returns at once in Node and for `kaas-orrery/inline`. */
export function init(): Promise<void>;

// ---------------------------------------------------------------------------------------------- hash and routing

/** FNV-1a, 32 bits, over the UTF-8 bytes of the key: the hash that kaas routes consumer groups by. */
export function fnv1a32(key: string): number;

/** Java's `String.hashCode` over UTF-16 code units: a signed 32-bit integer. Kafka's partitions are derived from it. */
export function javaHashCode(s: string): number;

/**
 * Apache Kafka's rule: the partition of `__consumer_offsets` of a group, whose leader coordinates it.
 *
 * @param partitions Partitions of that topic, 1 to 2^31-1. Default 50.
 */
export function partitionFor(groupId: string, partitions?: number): number;

/**
 * kaas' rule: which broker coordinates a group by the hash alone, or a transactional id, with every number on the way.
 * An entry in assignment.json would come first: see {@link explain}.
 */
export function coordinatorFor(key: string, brokers: BrokerSet): Route;

/** Where a key goes by the hash. */
export interface Route {
  /** Broker that coordinates it; null: nobody is alive. */
  coordinator: string | null;
  /** FNV-1a 32 of the key. */
  hash: number;
  /** Hash modulo the number of rows: an index into the sorted broker ids. Null without rows. */
  slot: number | null;
  /** Broker of that slot, alive or not. Null without rows. */
  preferred: string | null;
  /** Index into the sorted alive brokers where another serves in its place (slot modulo their number), else null. */
  alternateIndex: number | null;
}

/** Brokers in any order. A repeated id counts twice in the divisor; an id that is not alive is down; unknown ids in `alive` are ignored. */
export interface BrokerSet {
  /** Ids of all rows of assignment.json, dead ones included. */
  brokers: readonly string[] | ReadonlySet<string>;
  /** Ids of the alive ones, or id to boolean. */
  alive: readonly string[] | ReadonlySet<string> | ReadonlyMap<string, boolean> | Readonly<Record<string, boolean>>;
}

/**
 * Which broker coordinates each of very many groups (or transactional ids) by the hash: one call for a million ids.
 *
 * @param keys Strings, or UTF-8 in which a line feed ends each id (the last one may be left out). Ids that hold a
 *   line feed need the array. A lone surrogate or bytes that are not UTF-8 are an error that names the index.
 * @returns Per id an index into the broker ids sorted by their bytes; 0xffffffff where nobody is alive.
 */
export function coordinatorsFor(keys: readonly string[] | Uint8Array, brokers: BrokerSet): Uint32Array;

/** Very many ids that stay loaded, so that the next question about them costs a fraction of the first. */
export class Placement {
  /** @param keys As for {@link coordinatorsFor}. */
  constructor(keys: readonly string[] | Uint8Array);
  /** As {@link coordinatorsFor}, for the loaded ids. */
  coordinators(brokers: BrokerSet): Uint32Array;
  /** Gives the memory back; the placement cannot be used any more. */
  free(): void;
}

// ---------------------------------------------------------------------------------------------- volumes

/** One file or directory of a volume. */
export interface VolumeFile {
  /** Path with `/`, relative to `__cluster` or to any folder above it. */
  path: string;
  /** Default "file". */
  kind?: "file" | "dir";
  /** Its text; null or missing for directories and for what could not be read. */
  text?: string | null;
  /** Why there is no text. */
  problem?: string;
}

/** What stands for a volume: its files, or the one assignment.json as JSON text or as an object. */
export type Volume = readonly VolumeFile[] | string | Assignment | object;

/**
 * Reads a volume from disk. Node only. Only the files that coordination uses are opened; `credentials.json` and
 * `acls.json` never; links are not followed; nothing is written. What cannot be read is an entry with a `problem`.
 *
 * @param path A `__cluster` directory, the directory that holds one, or one assignment.json.
 * @throws OrreryError where there is no volume at the path, and for archives, which this version does not read.
 */
export function readVolume(path: string, options?: { limits?: VolumeLimits }): Promise<VolumeFile[]>;

/** How much is read at most; what is beyond becomes a `problem`. */
export interface VolumeLimits {
  /** Bytes of one file. Default 128 MiB. */
  fileBytes?: number;
  /** Bytes of all files. Default 512 MiB. */
  totalBytes?: number;
  /** Files and directories. Default 1,000,000. */
  files?: number;
}

/** The report on a volume: every group, every transaction, every finding. Never throws for what a file holds. */
export function analyze(files: Volume): Report;

/** See {@link analyze}. */
export interface Report {
  /** Whether brokers accept assignment.json. If not, nobody coordinates anything. */
  assignmentAccepted: boolean;
  /** Its version; a decimal string beyond 2^53. */
  assignmentVersion: number | string | null;
  /** Lease transitions so far; a decimal string beyond 2^53. */
  controllerEpoch: number | string | null;
  /** Broker that wrote it. */
  controller: string | null;
  /** RFC 3339 time, as it stands in the file. */
  generatedAt: string | null;
  /** Broker rows in slot order, repeated ones included. */
  brokers: BrokerReport[];
  /** Every group that has an entry or a file, sorted by the bytes of its id. */
  groups: GroupReport[];
  /** Every transaction in a slot that kaas reads, sorted by the bytes of its id. */
  transactions: TransactionReport[];
  /** Sorted by file, line, column and code. */
  findings: Finding[];
  totals: Totals;
}

/** A broker row. */
export interface BrokerReport {
  id: string;
  /** Index among the sorted rows. */
  slot: number;
  health: Health;
  /** RFC 3339 time, as it stands in the file. kaas never consults it. */
  lastSeen: string;
  /** Groups that it coordinates. */
  groups: number;
  /** Those of them with an entry. */
  explicit: number;
  /** Transactions that it coordinates. */
  transactions: number;
  /** Partitions that it leads. */
  partitions: number;
}

/** A group of a volume. */
export interface GroupReport {
  groupId: string;
  /** Broker that the rules name, whatever its health; null: nobody. */
  owner: string | null;
  /** Whether that broker has a row and is alive or draining. */
  served: boolean;
  tier: Tier;
  /** Entries of the group in assignment.json; readers take the first. */
  entries: number;
  /** What the hash alone says; null: nobody is alive. */
  hashAnswer: string | null;
  /** Where the hash points when everybody is alive. */
  homeBroker: string | null;
  /** Its offsets file; null if it has none. */
  file: { loads: boolean; keysInFile: number; reachableOffsets: number } | null;
  /** Committed offsets that OffsetFetch finds, sorted by the bytes of `topic/partition`. */
  offsets: CommittedOffset[];
  /** Codes of the findings about the group, sorted, each once. */
  oddities: FindingCode[];
}

/** A committed offset. */
export interface CommittedOffset {
  topic: string;
  partition: number;
  /** 64 bits, decimal. */
  offset: string;
  metadata: string | null;
}

/** A transaction of a slot file. */
export interface TransactionReport {
  transactionalId: string;
  /** Broker that the hash names; transactions have no entries. */
  coordinator: string | null;
  /** Number of the slot file in which it stands, 0 to 49. */
  slot: number;
  /** Kafka's name, e.g. `Ongoing`. */
  state: string;
  /** 64 bits, decimal. */
  producerId: string;
  epoch: number;
  /** Groups whose offsets are part of it. */
  groups: string[];
}

/** Something wrong or odd at one place. */
export interface Finding {
  /** Stable. */
  code: FindingCode;
  severity: "error" | "warning" | "info";
  /** File, relative to `__cluster`. */
  file: string;
  /** JSON path of the value, e.g. `$.consumerGroups[3].broker`. */
  path: string | null;
  /** From 1. */
  line: number | null;
  /** In characters, from 1. */
  column: number | null;
  /** What it is, in English. */
  message: string;
  /** What to do about it, in English. */
  advice: string;
  /** What the sentences name. */
  args: MessageArgs;
}

/** Named values of a sentence; the names are the model's own. */
export type MessageArgs = Record<string, string | number>;

/** Counts of a report. */
export interface Totals {
  groups: number;
  explicit: number;
  hash: number;
  /** Groups that nobody serves. */
  unserved: number;
  /** Entries in assignment.json, repeated ones included. */
  entries: number;
  /** Groups with an offsets file. */
  files: number;
  /** Offsets that OffsetFetch finds. */
  offsets: number;
  transactions: number;
  errors: number;
  warnings: number;
  infos: number;
}

/** Which groups another volume coordinates differently, and why. A group that only one side knows is asked for on both. */
export function diff(before: Volume, after: Volume): Diff;

/** See {@link diff}. */
export interface Diff {
  /** Groups with another coordinator, sorted by the bytes of their ids. */
  moved: Move[];
  /** Groups that only the first volume knows. */
  onlyBefore: string[];
  /** Groups that only the second volume knows. */
  onlyAfter: string[];
  totals: { groups: number; moved: number; stayed: number; onlyBefore: number; onlyAfter: number };
}

/** A group whose coordinator is another one than before. */
export interface Move {
  groupId: string;
  /** Coordinator before; null: nobody. */
  from: string | null;
  /** Coordinator after; null: nobody. */
  to: string | null;
  /** Why, in English. */
  reason: string;
  /** Stable code of the reason. */
  code: string;
  args: MessageArgs;
  rule: RuleId;
}

/**
 * Which groups a change of brokers moves, step by step and back, under kaas' own rules: after every step the controller
 * recomputes and all brokers read. One computation for page, package and command line.
 *
 * @param changes One change or several, in order.
 * @param options `active`: which groups have members, which no volume shows. Default "entries": those with an entry.
 * @throws OrreryError where assignment.json is refused, or a broker is not there or is there already.
 */
export function plan(
  files: Volume,
  changes: BrokerChange | readonly BrokerChange[],
  options?: { active?: "entries" | "all" | readonly string[]; rules?: RuleVariants },
): Plan;

/** A change of brokers. */
export type BrokerChange =
  /** One after the other goes down and comes back: every broker that runs, or these. "crash" is the default. */
  | { restart: "all" | readonly string[]; how?: "crash" | "drain" }
  /** Crashes and stays down. */
  | { down: string }
  /** Announces its shutdown and stays up. */
  | { drain: string }
  /** A new broker joins. */
  | { add: string }
  /** A broker leaves for good. */
  | { remove: string };

/** See {@link plan}. */
export interface Plan {
  /** What was assumed about who has members, in English. */
  assumption: string;
  /** Groups looked at. */
  groups: number;
  /** Groups that have another coordinator at the end than at the start. */
  moved: Move[];
  steps: PlanStep[];
  /** Moves of all steps together: a group that goes and returns counts twice. */
  moves: number;
  /** Groups that move in at least one step. */
  touched: number;
  /** Groups per broker before the first step. */
  load: Load[];
}

/** One step of a plan. */
export interface PlanStep {
  code: "plan-down" | "plan-drain" | "plan-back" | "plan-add" | "plan-remove";
  /** What is done, in English. */
  action: string;
  broker: string;
  /** Assignment version after it; a decimal string beyond 2^53. */
  version: number | string | null;
  /** Groups that move, sorted by the bytes of their ids. */
  moved: Move[];
  /** Groups that nobody serves after it. */
  unserved: number;
  /** Groups per broker after it. */
  load: Load[];
}

/** How many groups a broker coordinates. */
export interface Load {
  broker: string;
  /** By an entry. */
  entries: number;
  /** By the hash. */
  hash: number;
}

// ---------------------------------------------------------------------------------------------- assignments

/** `assignment.json`. Unknown fields are kept. A number beyond 2^53 is a string of digits in results, and is refused in arguments: pass the text. */
export interface Assignment {
  controllerEpoch: number | string;
  assignmentVersion: number | string;
  /** RFC 3339. */
  generatedAt: string;
  controller: string;
  brokers: { id: string; health: Health; lastSeen: string }[];
  partitions: { topic: string; partition: number; broker: string; epoch: number; role: string }[];
  consumerGroups?: { groupId: string; broker: string; epoch: number }[];
}

/** Health of a broker row. Only `alive` counts as alive for the hash; a draining broker still serves. */
export type Health = "alive" | "draining" | "dead";

/** Which tier gave an answer: an entry, the hash over the rows, or nobody. */
export type Tier = "explicit" | "hash" | "none";

/**
 * Who coordinates a group, every step of the answer with its numbers, and all minimal changes that would give another.
 *
 * @param assignment A volume, or assignment.json as text or object.
 * @throws OrreryError where brokers refuse the assignment, with path, line and column.
 */
export function explain(groupId: string, assignment: Volume, options?: { rules?: RuleVariants }): Explanation;

/** See {@link explain}. */
export interface Explanation {
  groupId: string;
  tier: Tier;
  /** Broker that the rules name, whatever its health; null: nobody. */
  coordinator: string | null;
  /** Whether that broker is alive or draining. */
  served: boolean;
  /** Its health; null without a row. */
  health: Health | null;
  /** What the hash alone says. */
  hashCoordinator: string | null;
  /** Whether both tiers name the same broker, so that losing the entry would move nothing. */
  agrees: boolean;
  /** FNV-1a 32 of the id. */
  hash: number;
  /** Index among the sorted rows; null without rows. */
  slot: number | null;
  /** Where the hash points when everybody is alive. */
  homeBroker: string | null;
  /** A decimal string beyond 2^53. */
  assignmentVersion: number | string;
  steps: { code: string; args: MessageArgs; text: string; rule: RuleId }[];
  /** All minimal changes that would give another coordinator, each verified by computing it: single ones, then pairs. */
  counterfactual: Counterfactual[];
  /** False above 64 brokers: then there are too many to search. */
  counterfactualSearched: boolean;
}

/** Changes that together would give another coordinator. */
export interface Counterfactual {
  changes: (
    | { kind: "health"; broker: string; health: Health }
    | { kind: "drop-entry" }
    | { kind: "add-entry"; broker: string }
    | { kind: "retarget-entry"; broker: string }
  )[];
  /** Coordinator then; null: nobody. */
  coordinator: string | null;
  /** In English. */
  text: string;
}

/**
 * What the controller would write next, and why each entry is as it is. The version is one above the previous one;
 * partitions are carried over untouched.
 *
 * @param previous The assignment before, or null if there is none.
 * @throws OrreryError where an argument is refused, with its path.
 */
export function recompute(previous: string | Assignment | object | null, inputs: RecomputeInputs | string, rules?: RuleVariants): Recompute;

/** What a recompute reads. */
export interface RecomputeInputs {
  /** Rows to write. `lastSeen` defaults to `generatedAt`. */
  brokers: readonly { id: string; health: Health; lastSeen?: string }[];
  /** Groups that at least one broker reports. */
  reported: readonly string[];
  /** RFC 3339 time to write. Default: that of the previous assignment. */
  generatedAt?: string;
  /** Broker that holds the lease. Default: that of the previous assignment. */
  controller?: string;
}

/** See {@link recompute}. */
export interface Recompute {
  /** What is written. Entries are sorted by group id; kaas leaves their order open. */
  assignment: Assignment;
  /** The same as text, exact for numbers of any size. */
  text: string;
  /** One for each group that has or had an entry or is reported, sorted by group id. */
  decisions: Decision[];
}

/** What became of one group's entry. */
export interface Decision {
  groupId: string;
  decision: Verdict;
  /** Broker of the previous entry. */
  from: string | null;
  /** Broker of the new entry; the empty text if one is written although nobody is alive. */
  to: string | null;
  /** Epoch of the new entry. */
  epoch: number | null;
  /** Whether any report names the group. */
  reported: boolean;
  /** Health of the previous entry's broker in the new rows; null without entry or row. */
  health: Health | null;
  rule: RuleId;
}

/** `minted`: no entry, reported. `kept`: broker alive, reported. `carried-over`: broker alive, not reported. `re-picked`: broker not alive, reported. `retired`: dropped. */
export type Verdict = "minted" | "kept" | "carried-over" | "re-picked" | "retired";

/** Variants of the design rules; the first of each is the real one and the default, the others show what a broken rule does. */
export interface RuleVariants {
  /** What the hash is divided by. */
  divisor?: "full-broker-set" | "alive-count";
  /** Which brokers get a row. */
  listedBrokers?: "all" | "alive-only";
  /** Who picks the broker of a first entry. */
  firstEntry?: "same-hash" | "rendezvous";
  /** When an entry goes. */
  retireEntry?: "broker-gone" | "group-quiet";
  /** Which tiers a broker asks whether it coordinates a group. */
  ownershipCheck?: "both-tiers" | "explicit-only" | "explicit-everywhere";
  /** Which groups the takeover pass walks. */
  sweep?: "resident" | "owned" | "none";
  /** Whether lists hide groups that are coordinated elsewhere. */
  readFilter?: "on" | "off";
  /** What a broker accepts before it knows an assignment. */
  bootstrap?: "always-true-until-swap" | "none";
}

/** The rule behind a move, a decision, an event or a step of an explanation. */
export type RuleId =
  | "outside"
  | "explicit-entry-wins"
  | "divisor"
  | "alternate"
  | "listed-brokers"
  | "first-entry"
  | "retire-entry"
  | "ownership-check"
  | "sweep"
  | "read-filter"
  | "bootstrap"
  | "acceptance"
  | "lazy-creation"
  | "report"
  | "lease";

// ---------------------------------------------------------------------------------------------- scenarios and clusters

/**
 * Plays a scenario (format version 1) and checks what it expects.
 *
 * @param scenario JSON text (then errors name line and column) or an object.
 * @param options `seed`: 0 to 2^53-1, decides the random part of member ids. `snapshot`: files of the volume that the
 *   scenario's head names as `snapshot`, with paths relative to `__cluster`.
 * @throws OrreryError where it is not valid, with all `problems`.
 */
export function runScenario(scenario: string | object, options?: { seed?: number; snapshot?: Volume }): RunReport;

/**
 * Writes the real values where a scenario has holes (`"?"`), or new expectations throughout.
 *
 * @param options `all`: drop the scenario's own expectations and write new ones. `snapshot`: as for {@link runScenario}.
 * @returns The scenario as text, one step a line.
 * @throws OrreryError where it is not valid, or has steps that this version cannot play.
 */
export function recordScenario(scenario: string | object, options?: { all?: boolean; snapshot?: Volume }): string;

/** See {@link runScenario}. */
export interface RunReport {
  name: string;
  /** Played to its end, and all as expected. */
  ok: boolean;
  failures: Failure[];
  /** False if some steps cannot be played by this version; see `notSupported`. */
  supported: boolean;
  /** Steps of later versions; from the first of them on nothing was played. */
  notSupported: { step: number; at: number; kind: string; what: string }[];
  /** The limit at which the run ended early, or null. */
  stopped: string | null;
  /** What happened, one event a line: the same bytes as everywhere. */
  trace: string[];
}

/** An expectation that was not met. */
export interface Failure {
  /** Step number, from 0. */
  step: number;
  /** Virtual ms. */
  at: number;
  /** E.g. `expectOwner`. */
  kind: string;
  differences: { path: string; expected: unknown; got: unknown }[];
  /** The whole value looked at. */
  actual: unknown;
}

/**
 * A kaas cluster with one virtual clock: apply commands, let time pass, take the events. The same commands give the
 * same events everywhere. Free it, or declare it with `using`.
 */
export class Cluster {
  /** @param head Head of a scenario (JSON text or object): `brokers`, `topics`, `rules`, `clock`, `volume`, ... All may be left out. */
  constructor(head: string | object);
  /**
   * Carries out a cluster step of a scenario, or the first join of a group.
   *
   * @throws OrreryError where it is no command or cannot be carried out; then nothing has changed.
   */
  apply(command: string | ClusterCommand): this;
  /** Lets time pass up to this virtual ms; it never goes back. */
  advanceTo(ms: number): this;
  /** What happened since the last call. */
  events(): ClusterEvent[];
  /** Brokers and groups as they are. */
  state(): ClusterState;
  /** Gives the memory back; the cluster cannot be used any more. */
  free(): void;
  /** The same, for `using`. */
  [Symbol.dispose](): void;
}

declare global {
  interface SymbolConstructor {
    /** Known to TypeScript only with a newer `lib`; the same declaration as there. */
    readonly dispose: unique symbol;
  }
}

/** `{cluster: "kill", broker: "kaas-1"}`, as in the scenario format; `{cluster: "touch", group: "g"}` is a first join. */
export type ClusterCommand = { cluster: string; [field: string]: unknown };

/** One change of state. Further fields depend on `what`: `to`, `from`, `version`, `epoch`, `path`, `groups`, `topic`, `partitions`, `reason`. */
export interface ClusterEvent {
  /** Virtual ms. */
  at: number;
  /** Broker at which it happened, if at one. */
  broker: string | null;
  /** Group concerned, if one. */
  group: string | null;
  what: What;
  because: { cause: Cause; version?: number | string };
  rule: RuleId;
  /** Its line in a trace. */
  text: string;
  [field: string]: unknown;
}

/** What happened. */
export type What =
  | "brokerStarted"
  | "brokerStopped"
  | "brokerDrains"
  | "brokerDisconnected"
  | "brokerConnected"
  | "brokerIsolated"
  | "brokerRejoined"
  | "brokerRegistered"
  | "brokerDeregistered"
  | "reportsQuiet"
  | "reportsTruthful"
  | "controllerElected"
  | "recomputed"
  | "entryMinted"
  | "entryRepicked"
  | "entryRetired"
  | "fileWritten"
  | "fileWriteFailed"
  | "fileRemoved"
  | "writesFail"
  | "writesWork"
  | "assignmentApplied"
  | "assignmentRefused"
  | "sourceSwapped"
  | "groupCreated"
  | "groupLost"
  | "groupRelinquished"
  | "groupGained"
  | "joinRefused"
  | "topicChanged";

/** What led to an event. */
export type Cause =
  | "command"
  | "recompute"
  | "aliveSetChanged"
  | "becameController"
  | "topicEvent"
  | "fileRead"
  | "applied"
  | "join";

/** A cluster at one moment. */
export interface ClusterState {
  /** Virtual ms. */
  at: number;
  /** In slot order, then those without a row. */
  brokers: {
    id: string;
    slot: number | null;
    /** Health in the file; null without a row. */
    health: Health | null;
    /** Whether its process runs. */
    up: boolean;
    draining: boolean;
    /** Whether it holds the lease. */
    controller: boolean;
    /** Version that it works with. */
    appliedVersion: number | string | null;
    /** Groups that it coordinates by an entry, as the file says. */
    entries: number;
    /** Groups that it coordinates by the hash, as the file says. */
    hash: number;
    /** Groups in its memory. */
    resident: number;
    /** Groups in its memory that the file gives to somebody else. */
    ghosts: number;
  }[];
  /** Sorted by id. */
  groups: {
    id: string;
    coordinator: string | null;
    tier: Tier;
    hashCoordinator: string | null;
    slot: number | null;
    /** Epoch of its entry. */
    epoch: number | null;
    /** Brokers that have it in memory. */
    residentOn: string[];
  }[];
}

// ---------------------------------------------------------------------------------------------- errors

/** The caller's mistake: a wrong argument, or a text that cannot be read. */
export class OrreryError extends Error {
  readonly name: "OrreryError";
  /** Stable. */
  readonly code: string;
  /** The file at fault, if one of several. */
  readonly file?: string;
  /** JSON path of the value at fault. */
  readonly path?: string;
  /** From 1; only where a text of the caller's is at fault. */
  readonly line?: number;
  /** In characters, from 1. */
  readonly column?: number;
  /** All that is wrong, where the core refused a text; the first one also stands above. */
  readonly problems?: readonly { code: string; message: string; path?: string; line?: number; column?: number }[];
}

/** Codes of findings. */
export type FindingCode =
  | "assignment-leftover"
  | "assignment-missing"
  | "assignment-refused"
  | "assignment-unknown-field"
  | "broker-row-twice"
  | "directory-named-like-group"
  | "dot-file-group"
  | "entry-away-from-home"
  | "entry-differs-from-hash"
  | "entry-for-empty-group-id"
  | "entry-names-dead-broker"
  | "entry-names-draining-broker"
  | "entry-names-unknown-broker"
  | "entry-without-offsets-file"
  | "fence-in-camel-case"
  | "fence-key-not-a-number"
  | "fence-newer-than-assignment"
  | "fences-in-all"
  | "fences-of-unknown-broker"
  | "fences-refused"
  | "file-unreadable"
  | "group-has-equal-entries"
  | "group-has-two-entries"
  | "group-id-at-length-limit"
  | "group-id-ends-in-blank"
  | "group-id-ends-in-json"
  | "group-id-is-a-path"
  | "group-id-too-long"
  | "group-in-subdirectory"
  | "groups-by-hash"
  | "groups-differ-in-case"
  | "groups-in-all"
  | "groups-look-alike"
  | "groups-on-fallback"
  | "leftover-temporary-file"
  | "load-by-broker"
  | "marker-empty"
  | "marker-for-down-broker"
  | "marker-for-unknown-broker"
  | "marker-refused"
  | "marker-superseded"
  | "metadata-without-offset"
  | "nfs-tombstone"
  | "no-broker-alive"
  | "not-a-group-file"
  | "offset-below-zero"
  | "offset-beyond-53-bits"
  | "offset-key-twice"
  | "offset-key-unlikely"
  | "offset-key-unreachable"
  | "offset-of-unknown-partition"
  | "offsets-by-position"
  | "offsets-file-refused"
  | "offsets-file-without-offsets"
  | "offsets-in-old-shape"
  | "offsets-unknown-field"
  | "offsets-white-space"
  | "offsets-without-fence"
  | "paths-outside"
  | "producer-epoch-at-limit"
  | "producer-id-beyond-block"
  | "producer-id-shared"
  | "producer-ids-missing"
  | "producer-ids-refused"
  | "producer-ids-uneven"
  | "returning-broker-stays-light"
  | "slot-empty"
  | "slot-never-read"
  | "slot-refused"
  | "transaction-group-elsewhere"
  | "transaction-in-wrong-slot"
  | "transaction-ongoing"
  | "transaction-overdue"
  | "transaction-owes-markers"
  | "transaction-stuck-prepared"
  | "transaction-without-timeout";
