// What the JavaScript of the package says by itself. The core's sentences stand in its own catalogue.
// Keys are also the codes of errors. tests/node/messages.test.mjs finds unknown and unused keys.

/** The sentence with this key, its `{names}` filled in. */
export function sentence(key, args = {}) {
  return MESSAGES[key].replace(/\{(\w+)\}/g, (_, name) => String(args[name]));
}

export const MESSAGES = {
  "place-text": "{message} ({path}, line {line}, column {column})",
  "place-path": "{message} ({path})",

  "argument-type": "{name} must be {expected}; got {found}",
  "argument-missing": "{name} is missing; it must be {expected}",
  "argument-surrogate": "{name} holds a lone surrogate at index {index}, so it has no UTF-8 form",
  "argument-range": "{name} must be an integer from {low} to {high}; got {found}",
  "argument-unsafe": "{name} holds {found} at {path}: beyond 2^53-1 a number is not exact, so pass the JSON text instead",
  "argument-value": "{name} holds {found} at {path}, which JSON cannot express",
  "argument-unknown": '{name} has an unknown option "{option}"; known here: {known}',
  "argument-freed": "this {name} was freed; make a new one",

  "volume-missing": "{path}: there is nothing here ({reason})",
  "volume-archive": "{path}: this is a {kind}, and archives cannot be read yet; unpack it and name the folder",
  "volume-not-found": "{path}: no __cluster here: neither assignment.json nor __consumer_offsets, txn_state, producer_ids, producer_fences or marker_queue",
  "volume-secret": "{path}: credentials and access rules are never read",
  "volume-link": "{path}: a link; name the folder that it leads to",
  "volume-not-a-file": "{path}: neither a directory nor a regular file",

  "usage-command": 'there is no command "{name}"; there are: {known}. See kaas-orrery --help',
  "usage-help": "See kaas-orrery {name} --help",
  "usage-missing": "{name} is missing",
  "usage-too-many": "{name} is one argument too many; wanted is: {names}",
  "usage-value": '{name} cannot be "{value}"; it can be: {known}',
  "usage-source": "name either --volume PATH or --brokers a,b,c",
  "usage-health": "--dead and --draining go with --brokers; a volume says itself who is dead",
  "usage-broker": 'broker "{name}" is not one of --brokers ({known})',
  "usage-steps": "no step is named; a plan needs at least one of {known}",
  "usage-all": "--all goes with --record: it drops the expectations that are there and writes new ones",
  recorded: "{file}: recorded",
  "usage-active": "{path}: a list of strings is wanted, as JSON",
  "usage-file": "{path}: cannot be read ({reason})",
  broken: "kaas-orrery is broken here; please report this with what you did:",

  "show-assignment": "assignment version {version}, written by {controller} at {at}",
  "show-no-assignment": "no assignment.json that brokers accept: nobody coordinates anything",
  "show-totals":
    "{brokers}; {groups}: {explicit} by an entry, {hash} by the hash, {unserved} served by nobody; {offsets}; {transactions}",
  "show-brokers": "Brokers",
  "show-groups": "Groups",
  "show-transactions": "Transactions",
  "show-findings": "Findings",
  "show-unserved": "(does not serve)",
  "show-entries": "{count} entries",
  "show-no-file": "no file",
  "show-refused": "refused",
  "show-more": "… and {count} more; --all shows them, --format json has everything",
  "show-no-row": "has no row",
  "show-nobody": "nobody coordinates it",
  "show-by-explicit": "{broker} coordinates it, by its entry; {broker} is {health}",
  "show-by-hash": "{broker} coordinates it, by the hash; {broker} is {health}",
  "show-counterfactual": "What would change it",
  "show-counterfactual-none": "No change of one or two things would.",
  "show-counterfactual-not-searched": "Not searched: there are too many brokers.",
  "show-diff": "{groups}: {moved} with another coordinator, {stayed} with the same",
  "show-only-before": "Only before: {count}",
  "show-only-after": "Only after: {count}",
  "show-load": "Now: {load}",
  "show-step": "version {version}: {moved}, {unserved} served by nobody; then {load}",
  "show-in-all": "In all",
  "show-plan": "{moves} of {touched} (of {groups}); at the end {moved} with another coordinator than at the start",

  "problem-link": "a link: not followed, because it may lead out of the volume",
  "problem-special": "neither a file nor a directory: not opened",
  "problem-size": "{bytes} bytes, at most {limit} are read",
  "problem-total": "not read: the files before it have {limit} bytes together",
  "problem-count": "only the first {limit} files and directories are listed",
  "problem-utf8": "not UTF-8",
  "problem-read": "cannot be read ({reason})",
  "problem-name": "the name is not UTF-8; it is shown with replacement characters",
};
