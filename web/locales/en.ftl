# The page, in English. Names of the protocol, of errors, rules and files are never translated.
# The verb is always "coordinates".

## Frame
skip = Skip to the main view
brand = kaas-orrery, to the main view
scenario = Scenario
untitled = Untitled cluster
flavor = Modelled system: kaas-rs/kaas 44f5471
only-kaas = This page plays kaas scenarios; this one is of flavor kafka.
views = Views
stage = Stage
snapshot = Snapshot
finding-count = { $count ->
    [one] { $count } finding
   *[other] { $count } findings
}
open-volume = Open volume
open-volume-hint = Open a __cluster directory: read in this browser, nothing is sent (Ctrl O)
undo = Undo
undo-deed = Undo: { $deed }
redo = Redo
redo-deed = Redo: { $deed }
copy-link = Copy link
switch-theme = Switch theme
help = Help and keys
close = Close
drop-here = Drop a __cluster directory
nothing-sent = Files are read in this browser, nothing is sent.
reading = { $done } of { $of } files

## Links
link-broken = The link cannot be read: its scenario is cut or changed. The example is shown instead.
link-copied = Link copied. It plays the same steps again.
link-in-address = The link stands in the address bar.
link-too-long = The link would have { $size } characters; more than { $limit } do not pass everywhere. Remove groups or steps.

## Editors
editors = Editors
brokers = Brokers
brokers-meta = { $count } · { $alive } alive
new-broker = Id of the new broker
add-broker = Add broker
remove-broker = Remove { $broker }
slot = slot { $slot }
no-row = no row
groups = Groups
groups-meta = { $count } · { $entries } { $entries ->
    [one] entry
   *[other] entries
} · { $hash } hash
groups-placeholder = group ids, one a line
new-groups = Ids of groups, one a line
touch = Join
touch-hint = First JoinGroup of each: the group comes into memory at its coordinator
add-quiet = Add quiet
add-quiet-hint = Each gets an offsets file; nobody has it in memory
groups-hint = A group that joins is in memory at its coordinator. A quiet one has an offsets file only.
rules = Rules
rules-real = all as in kaas
rules-differ = { $count ->
    [one] 1 rule differs
   *[other] { $count } rules differ
}
rule-real = The rule of kaas
rule-wrong = Known wrong variant
rules-hint = The first variant is that of kaas. Another one plays all steps again under it.
json = JSON
version = version { $version }
no-file = no file that can be read
revert = Revert
apply = Apply
apply-hint = Write this text as assignment.json (Ctrl Enter)
file-valid = valid
file-edited = not applied yet
file-bad = not valid
file-refused = { $count ->
    [one] { $count } broker refuses
   *[other] { $count } brokers refuse
} the file: the version is not newer. Raise assignmentVersion and apply again.
file-version = Version of assignment.json
place = line { $line }, column { $column }
entries-agree = Every entry agrees with the hash
entries-differ = { $count ->
    [one] { $count } entry differs
   *[other] { $count } entries differ
} from the hash

## Stage
shown-as = Shown as
chips = Chips
table = Table
find = Find a group
moved = Moved
differs = Differs from hash
ghosts = Ghosts
not-in-memory = Not in memory
mode = What a change of health brings
instant = Instant
manual = Manual
recompute = Recompute
recompute-hint = The controller computes and writes the next version
read = Read
read-hint = Live brokers read assignment.json
sweep = Sweep
sweep-hint = Live brokers drop the groups that they do not coordinate any more
no-brokers = No brokers yet. Add one on the left.
sentence-end = .
news-start = This is the start.
news-moved = { $count ->
    [one] { $count } group moved.
   *[other] { $count } groups moved.
}
news-nothing-moved = No group moved.
news-gained = { $broker } gained { $count }.
news-ghosts = { $count ->
    [one] { $count } copy waits
   *[other] { $count } copies wait
} for a sweep.
card = { $broker }, slot { $slot }, { $health }, coordinates { $count }
controller = controller
applied = Assignment version it works with
behind = Works with an older version than the file's
health-of = Health of { $broker }
coordinates = coordinates
entries-and-hash = by an entry + by the hash
gained-and-lost = gained and lost in this step
in-memory = in memory
ghosts-small = ghosts
gained = Gained
kept = Kept
still-in-memory = Still in memory
swept = Swept
file-still-says = assignment.json still says { $health }.
slot-falls = Slot { $slot } falls to
slot-falls-nowhere = Slot { $slot } falls to nobody: no broker is alive.
keeps-slot = Dead, but keeps slot { $slot }:
keeps-slot-why = the divisor counts all { $count } brokers.
hash-here = { $count ->
    [0] No group hashes here.
    [one] { $count } group hashes here:
   *[other] { $count } groups hash here:
}
coordinated-on = { $count } on { $broker }.
nobody = nobody
page = { $first }–{ $last } of { $total }
page-before = Page before
page-after = Page after
chip-ghost = ghost: still in memory, not coordinated here
chip-swept = swept
chip-hash-says = the hash says { $broker }
chip-moved = moved from { $broker }
chip-moved-nobody = moved from nobody
chip-empty = Empty
chip-absent = not in memory
tier-entry = entry, epoch { $epoch }
tier-entry-plain = entry
tier-hash = hash tier
tier-none = nobody coordinates it
legend = Legend
legend-entry = entry
legend-differs = ≠4 hash says slot 4
legend-moved = ◂1 from slot 1
legend-ghost = ghost

## Table
table-caption = { $shown } of { $total } groups
column-group = group
column-coordinator = coordinator
column-slot = slot
column-tier = tier
column-hash = hash says
column-from = from
column-state = state
column-ghosts = ghost on
column-broker = broker
column-health = health
column-offsets = offsets

## Inspector
inspector = Inspector
select-something = Select a group or a broker.
empty-id = "" (empty id)
gone-at-this-step = Not there at this step.
section-why = Why
why-broker = Why { $broker }?
why-nobody = Why nobody?
none = none
answer-entry = the entry says
answer-hash = the hash says
answer-home = with everybody alive, the hash says
strip = { $at } of { $of }
section-what-if = What would change it
tried-next = each one tried
too-many-brokers = Too many brokers to try every change.
nothing-changes-it = No change of one or two brokers or of its entry would give another coordinator.
more-changes = { $count ->
    [one] and { $count } more
   *[other] and { $count } more
}
section-memory = In memory elsewhere
holds-a-copy = { $broker } holds a copy until its sweep.
section-history = History
event-count = { $count ->
    [one] { $count } event
   *[other] { $count } events
}
no-history = Nothing has happened to it in this session.
section-broker = Broker
fact-slot = slot
fact-row = health in the file
fact-applied = version applied
fact-entries = by an entry
fact-hash = by the hash
fact-resident = groups in memory
fact-ghosts = ghosts

## Timeline
timeline = Timeline
first-step = First step
step-back = Step back
step-forward = Step forward
last-step = Last step
step-of = step { $at } of { $of }
position = Step
steps = Steps
start = Start
moves = { $count ->
    [one] { $count } moved
   *[other] { $count } moved
}
log = Events
log-last = the last { $count }
filter = Filter
filter-log = Filter the events

## What was done
did-add = { $broker } joins the cluster
did-remove = { $broker } leaves for good
did-alive = { $broker } is alive again
did-drain = { $broker } is draining
did-kill = { $broker } is dead
did-touch = { $count } groups join
did-touch-one = { $group } joins
did-quiet = { $count } quiet groups
did-quiet-one = { $group } is there, quiet
did-advance = { $seconds } s pass
did-recompute = The controller recomputes
did-read = Brokers read the file
did-sweep = Brokers sweep
did-write = assignment.json is written by hand
did-move-controller = The lease moves to { $broker }
did-other = { $command }

## Events, after the broker and the group
event-started = starts, memory empty
event-stopped = stops, memory gone
event-drains = announces its shutdown
event-disconnected = loses its heartbeat stream
event-connected = has its heartbeat stream again
event-isolated = is isolated
event-rejoined = is back
event-registered = is registered
event-deregistered = is deregistered
event-quiet = { $count ->
    [0] reports leave out all groups
    [one] reports leave out { $count } group
   *[other] reports leave out { $count } groups
}
event-truthful = reports are truthful again
event-elected = takes the lease, epoch { $epoch }
event-recomputed = computes version { $version }
event-minted = gets its first entry: { $to }, epoch { $epoch }
event-repicked = re-picked from { $from } to { $to }, epoch { $epoch }
event-retired = entry on { $from } retired
event-written = { $path } is written
event-write-failed = writing { $path } fails
event-removed = { $path } is removed
event-writes-fail = writes to { $path } fail from now on
event-writes-work = writes to { $path } work again
event-applied = applies version { $version }
event-refused = refuses the file: { $reason }
event-swapped = swaps in the cluster's group source
event-created = comes into memory, Empty
event-lost = moved away to { $to }
event-relinquished = leaves memory
event-gained = moved here from { $from }
event-join-refused = JoinGroup refused: NOT_COORDINATOR
event-topic = topic { $topic } has { $partitions } partitions

## Snapshot
volume-about = Version { $version }, controller epoch { $epoch }, controller { $controller }, written { $written }.
volume-without-assignment = No assignment.json that brokers accept: nobody coordinates anything.
volume-files = { $count ->
    [one] { $count } file
   *[other] { $count } files
}, read in this browser; nothing was changed or sent.
load = Load into stage
findings = Findings
severity = Severity
all = All
errors = errors
warnings = warnings
infos = notes
no-findings = No findings.
what-to-do = What to do.
unreadable = Files that cannot be read
not-opened = Not opened
secrets-never = credentials.json and acls.json are never opened.
secrets-skipped = Not opened, because of their names: { $files }.
empty-directories = A browser's folder picker cannot see empty directories.
totals = Totals
total-groups = groups
total-entries = by an entry
total-unserved = unserved
total-unreadable = offsets files that do not load
coordinators = Coordinators
does-not-load = does not load
not-served = not served
file-too-large = larger than { $limit } bytes, not read
file-unreadable = the browser cannot read it
file-not-utf8 = not UTF-8 text
nothing-read = Nothing was read: no files there.
served-name = Served volume
served-gone = The served volume is not there any more: start the server again and open the address it prints.
served-broken = The served volume cannot be read: { $reason }

## Keys
keys = Keys
key-step = Step back, forward
key-ends = First, last step
key-find = Find a group
key-walk = Between groups
key-brokers = Between brokers
key-select = Select
key-escape = Close or clear
key-health = Broker alive, draining, dead
key-marks = Mark moved, differing, ghosts
key-table = The scene as a table
key-file = assignment.json
key-apply = Apply the text
key-undo = Undo, redo
key-open = Open a volume
key-link = Copy link
key-theme = Theme
key-help = These keys
letters-off = Switch single-letter keys off
letters-on = Switch single-letter keys on
