# JSON text that is refused. Found values are quoted as they stand in the text.
json-error-with-place = { $message } ({ $path }, line { $line }, column { $column })
json-empty = The text is empty; a JSON value is required.
json-byte-order-mark = The text begins with a byte order mark (U+FEFF), which JSON readers refuse.
json-unexpected-end = The text ends before its value is complete.
json-expected-value = Expected a value, found "{ $found }".
json-expected-comma-or-bracket = Expected "," or "]" after an element, found "{ $found }".
json-expected-comma-or-brace = Expected "," or "{"}"}" after a member, found "{ $found }".
json-expected-name = Expected a member name in double quotes, found "{ $found }".
json-expected-colon = Expected ":" after a member name, found "{ $found }".
json-trailing-comma = A comma stands before the end; remove it or add a value.
json-trailing-characters = Expected the end of the text after its one JSON value, found "{ $found }".
json-number-malformed = { $number } is not a JSON number.
json-number-too-large = { $number } is beyond the range of a 64-bit floating-point number.
json-control-character = The control character { $character } stands in a string; it must be escaped.
json-escape-unknown = "{ $found }" cannot follow a backslash in a string.
json-escape-hex = \u needs four hexadecimal digits, found "{ $found }".
json-lone-surrogate = The escape { $escape } is half of a surrogate pair.
json-too-deep = More than { $limit } levels of arrays and objects are refused.
json-not-an-object = Expected an object, found { $found }.
json-not-a-list = Expected a list, found { $found }.
json-not-a-string = Expected a string, found { $found }.
json-not-an-integer = Expected an integer from { $low } to { $high }, found { $found }.
json-field-missing = The required field "{ $field }" is missing.
json-field-twice = The field "{ $field }" is there twice.
json-too-many-elements = Expected at most { $limit } elements (the fields by position), found { $count }.
json-health-unknown = The health must be "alive", "draining" or "dead", found { $found }.

# Commands that the model refuses.
error-unknown-broker = Broker "{ $broker }" is not in the cluster ({ $known }).
error-broker-exists = Broker "{ $broker }" is in the cluster already.
error-broker-down = Broker "{ $broker }" is down.
error-no-controller = No running broker holds the controller lease, so nobody can recompute.
error-unserved = Group "{ $group }" cannot join: no running broker coordinates it.
error-topic-exists = Topic "{ $topic }" exists already.
error-topic-unknown = Topic "{ $topic }" does not exist.
error-too-many = { $got } { $what }, at most { $limit } are possible.
error-time-goes-back = Time { $asked } ms lies before the present time { $now } ms.
error-bad-time = "{ $text }" is not an RFC 3339 time.
error-bad-assignment = assignment.json cannot be read: { $reason }
error-no-file-name = Group "{ $group }" cannot have an offsets file of its own: its id leaves the directory.

# Scenario files that are refused. Values are quoted as JSON; sides are "least" and "most".
scenario-file-size = The file has { $value } bytes; a scenario has at most { $limit }.
scenario-volume-size = The files of the volume have { $value } bytes together; at most { $limit } are possible.
scenario-file-name = The name { $value } must equal the file name { $file } without ".json".
scenario-type = { $value } has the wrong type; needed is: { $expected }.
scenario-not-one-of = { $value } is not possible; possible is: { $allowed }.
scenario-other-flavor = The field does not go with this flavor; remove it ({ $value }).
scenario-flavor-only = { $value } is for flavor { $flavor } only.
scenario-form = { $value } does not have the form { $form }.
scenario-length = { $value } characters; at { $side } { $limit } are possible.
scenario-range = { $value } is out of range; it must be at { $side } { $limit }.
scenario-count = { $value } elements; there must be at { $side } { $limit }.
scenario-twice = { $value } is there twice; a set names each element once.
scenario-field-missing = The field "{ $field }" is missing.
scenario-field-unknown = Unknown field { $field }; known here: { $known }.
scenario-field-version = The field "{ $field }" is not in version { $version } of this message; it is in { $from } to { $to }.
scenario-fields-together = These fields exclude or need each other: { $fields }.
scenario-kind-none = The step has no kind; it needs exactly one of: { $known }.
scenario-kind-two = The step has more than one kind: { $kinds }.
scenario-bytes-twice = Give "{ $bytes }" or "{ $decoded }", not both.
scenario-null = null is not possible in version { $version } of this message.
scenario-unsafe-integer = { $value } is beyond 2^53-1; write it as a string of digits.
scenario-subscription-type = { $value } has the wrong type for this field of a subscription.
scenario-base64 = { $value } is not base64.
scenario-matcher = { $value } is no matcher; a matcher is an object with exactly one of: { $known }.
scenario-error-name = { $value } is not the name of a Kafka error.
scenario-reference-form = { $value } is no reference; write $$ for a literal $ at the start.
scenario-reference-self = A request cannot use its own answer ("{ $value }").
scenario-reference-field = { $value }: an answer to { $request } version { $version } has no such field.
scenario-reference-unknown = { $value }: no request or client before this step has that name.
scenario-reference-client = { $value }: of a client only these can be used: { $known }.
scenario-pending = "{ $value }" has no answer yet at this moment, so it cannot be used here.
scenario-member = "{ $value }" is not an earlier JoinGroup.
scenario-request-unknown = No request before this step has the name "{ $value }".
scenario-answered = "{ $value }" was answered earlier, so it cannot be pending.
scenario-answered-at = { $value } ms lies outside the time since the request, { $from } to { $to } ms.
scenario-disconnected = { $value }: "disconnected" stands alone and is true.
scenario-name-twice = The name "{ $value }" is taken.
scenario-version = { $request } has no version { $value }; it has { $from } to { $to }.
scenario-label = The label { $value } has more than { $limit } bytes; Kafka would read it as a subscription.
scenario-time-back = { $value } ms lies before { $limit } ms; time never goes back.
scenario-time-ahead = { $value } ms is not possible here: times must rise and not lie after { $limit } ms.
scenario-broker-unknown = { $value } is no broker of this scenario ({ $known }).
scenario-node-id = Brokers "{ $value }" and "{ $other }" both have the node id { $number }; the numbers at the end must differ.
scenario-client-unknown = No client { $value } was started before this step.
scenario-client-down = Client "{ $value }" is not running at this step.
scenario-partition = There is no partition { $value } of __consumer_offsets; it has { $limit }.
scenario-topic-exists = Topic { $value } exists already at this step.
scenario-topic-unknown = Topic { $value } does not exist at this step.
scenario-topic-shrinks = Topic { $value } has { $limit } partitions already; the new total must be larger.
scenario-path = The path { $value } leaves __cluster.
scenario-session-limits = The smallest session timeout { $least } ms is above the largest { $most } ms.
scenario-readers = { $value }: a timeline of readers needs topic/partition in "of", and "group".
scenario-hole = A hole "?" is not filled in; record the file first.
placement-not-utf8 = group id at index { $index } is not UTF-8
placement-lone-surrogate = group id at index { $index } holds a lone surrogate, so it has no UTF-8 form
placement-too-many = more group ids than the limit of { $limit }

# Why a group moved. "state" is one of: draining, dead, gone.
move-assignment-readable = There was no assignment that could be read; now there is.
move-assignment-unreadable = There is no assignment that can be read any more.
move-entry-repicked = Its entry named { $broker }, which is { $state }: the controller re-picked it by the hash.
move-entry-changed = Its entry was changed from { $from } to { $to } although { $from } is alive.
move-entry-retired = Its entry named { $broker }, which is { $state }: the entry was dropped and the hash answers.
move-entry-lost = Its entry is gone although { $broker } is alive: the group falls through to the hash.
move-entry-differs = Its first entry names { $to }, where the hash said { $hash }.
move-rows-changed = The broker rows changed from { $before } to { $after }: the hash is taken over another set.
move-nobody-alive = Nobody is alive, so the hash has no answer.
move-divisor-changed = The divisor changed from { $before } to { $after }.
move-home-back = { $broker } in slot { $slot } is alive, and the hash points there.
move-home-down = { $broker } in slot { $slot } is { $state }, so an alternate serves.
move-alternate-down = { $broker }, which served as alternate, is { $state }.
move-alternates-changed = { $home } is down and the alive set, now { $alive }, gives another alternate.

# Why a group is coordinated where it is.
explain-entry-none = Version { $version } has no entry for it.
explain-entry = Version { $version } has an entry for it: { $broker }, epoch { $epoch }.
explain-entry-several = Version { $version } has { $entries } entries for it. Readers take the first: { $broker }, epoch { $epoch }.
explain-hash = FNV-1a 32 of { $bytes } bytes is { $hash } ({ $hex }).
explain-slot = { $hash } mod { $divisor } rows is slot { $slot }: { $broker }.
explain-no-rows = There are no broker rows, so there is no slot.
explain-preferred-alive = { $broker } is alive: the hash says { $broker }.
explain-preferred-down = { $broker } is { $state }.
explain-alternate = Alternate: slot { $slot } mod { $alive } alive is { $index }: { $broker }.
explain-nobody-alive = Nobody is alive: the hash has no answer.
explain-answer-agrees = { $broker } coordinates it, by its entry; the hash says the same.
explain-answer-differs = { $broker } coordinates it, by its entry. The hash says { $hash }: losing the entry would move the group.
explain-answer-draining = { $broker } coordinates it, by its entry, and is draining: the next recompute picks by the hash, which says { $hash }.
explain-answer-dead = Its entry names { $broker }, which is dead: nobody serves it until the next recompute, and the hash says { $hash }.
explain-answer-no-row = Its entry names { $broker }, which has no row: nobody serves it until the next recompute, and the hash says { $hash }.
explain-answer-hash = { $broker } coordinates it, by the hash.
explain-answer-nobody = Nobody coordinates it.

# What would change the coordinator.
change-health = { $broker } { $health }
change-drop-entry = without its entry
change-add-entry = with an entry for { $broker }
change-retarget-entry = with its entry naming { $broker }
counterfactual = { $changes }: { $coordinator } would coordinate it
counterfactual-nobody = { $changes }: nobody would coordinate it

# What a run of scenarios tells.
scenario-run-step = { $file }: step { $step } at { $at }
scenario-run-moment = at { $at } ms
scenario-run-difference = { $path }: expected { $expected }, got { $got }
scenario-run-value = value: { $value }
scenario-run-possible = a step that is possible in this state
scenario-run-events = The run was stopped after { $limit } events.
scenario-run-stopped = { $file }: stopped: { $reason }
scenario-run-later = { $file }: not yet supported: { $count } { $count ->
    [one] step
   *[other] steps
}, the first is step { $step } at { $at } ({ $kind } { $what }); nothing from there on was played
scenario-run-total-later = { $count } { $count ->
    [one] scenario has
   *[other] scenarios have
} steps that are not yet supported
scenario-run-total = { $count } scenarios, { $failed } failed
# Steps of a plan and what it assumes.
plan-down = { $broker } goes down
plan-drain = { $broker } drains
plan-back = { $broker } comes back
plan-add = { $broker } joins
plan-remove = { $broker } leaves for good
plan-active-entries = Assumed: the { $count } groups with an entry have members, groups on the hash tier are quiet. A volume shows no memory.
plan-active-all = Assumed: all { $count } groups have members. A volume shows no memory.
plan-active-these = Assumed: the { $count } listed groups have members, the others are quiet. A volume shows no memory.

# What callers hand over as JSON and the core refuses.
request-field-unknown = Unknown field "{ $field }"; known here: { $known }.
request-not-one-of = { $found } is not possible; possible is: { $known }.
request-change-kind = A change needs exactly one of: { $known }.
request-command = This is no command: { $reason }
