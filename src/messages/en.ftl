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
json-not-a-boolean = Expected true or false, found { $found }.
json-transaction-state-unknown = { $found } is no transaction state ("", Ongoing, PrepareCommit, PrepareAbort, CompleteCommit, CompleteAbort).
json-health-unknown = The health must be "alive", "draining" or "dead", found { $found }.

# Commands that the model refuses.
error-unknown-broker = Broker "{ $broker }" is not in the cluster ({ $known }).
error-broker-exists = Broker "{ $broker }" is in the cluster already.
error-broker-down = Broker "{ $broker }" is down.
error-no-controller = No running broker holds the controller lease, so nobody can recompute.
error-unserved = Group "{ $group }" cannot join: no running broker coordinates it.
error-topic-exists = Topic "{ $topic }" exists already.
error-topic-unknown = Topic "{ $topic }" does not exist.
error-topic-shrinks = Topic "{ $topic }" has { $had } partitions and cannot have { $asked }: at least 1, and never fewer than before.
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
placement-not-text = group id at index { $index } is not a string
placement-not-keys = group ids must be an array of strings or a Uint8Array of UTF-8 in which a line feed ends each id
placement-not-brokers = the broker set must be { "{" } brokers, alive { "}" }: brokers a list of ids, alive a list of ids or a map from id to boolean
placement-too-many = more group ids than the limit of { $limit }
file-is-a-directory = It is a directory.
file-without-text = no text was handed over

# Findings of a volume: a sentence and what to do.
finding-assignment-leftover = A temporary file of an interrupted write is left over ({ $version ->
     [none] no version in it
    *[other] version { $version } in it
 }). No broker reads it; the write it came from did not happen.
finding-assignment-leftover-advice = Nothing; the next write replaces it.
finding-assignment-missing = There is no assignment.json: no broker coordinates anything before a controller writes one.
finding-assignment-missing-advice = Check that this is the right directory; a running cluster writes the file when a controller takes its lease.
finding-assignment-refused = Brokers refuse assignment.json and stay on the file they have; a broker that starts has none: { $reason }
finding-assignment-refused-advice = Repair the place named, or let the controller write a new file: any recompute replaces it.
finding-assignment-unknown-field = Fields that brokers ignore: { $items }. The next recompute drops them.
finding-assignment-unknown-field-advice = Remove them, or check whether a newer release wrote the file.
finding-broker-row-twice = Broker "{ $broker }" has { $rows } rows: each counts in the divisor of the hash, and the last one decides its health.
finding-broker-row-twice-advice = Let the controller recompute: it writes one row a broker.
finding-directory-named-like-group = A directory has the name of the file of group "{ $group }": loading and every commit of that group fail silently.
finding-directory-named-like-group-advice = Remove or rename the directory.
finding-dot-file-group = The file of group "{ $group }" begins with a dot: tools that skip hidden files miss the group.
finding-dot-file-group-advice = Rename the group.
finding-entry-away-from-home = The entry of group "{ $group }" says { $broker }, which is also what the hash says while { $home } is down. The group stays there when { $home } returns, because entries stick.
finding-entry-away-from-home-advice = Nothing; it goes home when { $broker } crashes or drains.
finding-entry-differs-from-hash = The entry of group "{ $group }" says { $broker }, the hash says { $next } (home { $home }). That is legal; losing the entry would move the group.
finding-entry-differs-from-hash-advice = Nothing; expect the move if { $broker } crashes or drains.
finding-entry-for-empty-group-id = There is an entry for the group with the empty id.
finding-entry-for-empty-group-id-advice = Find the consumer that sets no group.id and give it one.
finding-entry-names-dead-broker = The entry of group "{ $group }" names { $broker }, which is dead: live brokers answer NOT_COORDINATOR and FindCoordinator hands out the dead address. The next recompute re-picks it ({ $next }, epoch { $epoch }) if the group is reported, else the entry is dropped and the hash says { $next }.
finding-entry-names-dead-broker-advice = Bring { $broker } back, or cause a recompute.
finding-entry-names-draining-broker = The entry of group "{ $group }" names { $broker }, which is draining: it serves the group until it stops. The next recompute moves the group to { $next }.
finding-entry-names-draining-broker-advice = Nothing, if { $broker } is being restarted; otherwise cause a recompute before it stops.
finding-entry-names-unknown-broker = The entry of group "{ $group }" names "{ $broker }", which has no row: FindCoordinator answers COORDINATOR_NOT_AVAILABLE and nobody serves the group until the next recompute, which gives it to { $next }.
finding-entry-names-unknown-broker-advice = Cause a recompute; any change of the alive set or of a topic does.
finding-entry-without-offsets-file = Group "{ $group }" has an entry and no offsets file: it never committed, or it was deleted; entries of deleted groups live on until their broker goes.
finding-entry-without-offsets-file-advice = Nothing.
finding-fence-in-camel-case = The fence of group "{ $group }" is written in camelCase ({ $items }), which kaas does not read: it counts as no fence.
finding-fence-in-camel-case-advice = Write controller_epoch and assignment_version, or let the next commit replace it.
finding-fence-key-not-a-number = Keys that are no producer ids are skipped: { $items }.
finding-fence-key-not-a-number-advice = Remove the keys.
finding-fence-newer-than-assignment = The file of group "{ $group }" is stamped { $stamp }, newer than the assignment ({ $assignment }): every commit by its coordinator { $broker } is refused with NOT_COORDINATOR until the cluster's epoch catches up. This is the sign of a restored assignment or a reset lease counter.
finding-fence-newer-than-assignment-advice = Restore the newer assignment, or remove the fence from the file while the group is stopped.
finding-fences-in-all = { $stamped } of { $files } offsets files that load carry a fence, from { $low } to { $high }; the assignment is { $assignment }.
finding-fences-in-all-advice = Nothing.
finding-fences-of-unknown-broker = This fence file belongs to no known broker ("{ $broker }"); it is never cleaned up.
finding-fences-of-unknown-broker-advice = Remove it when no producer of that broker is left.
finding-fences-refused = The whole fence file of { $broker } is ignored, so its fences never apply: { $reason }
finding-fences-refused-advice = Repair the place named.
finding-file-unreadable = This file could not be read here: { $reason }.
finding-file-unreadable-advice = Read the volume again with the rights to do so; kaas itself may be able to read it.
finding-group-has-equal-entries = Group "{ $group }" has { $entries } entries that all name { $first }. The next recompute leaves one.
finding-group-has-equal-entries-advice = Nothing; it moves no group.
finding-group-has-two-entries = Group "{ $group }" has { $entries } entries. Readers use the first ({ $first }), the controller carries the last one over ({ $last }): the next recompute moves the group.
finding-group-has-two-entries-advice = Remove all but the first entry, or expect the move.
finding-group-id-at-length-limit = The id of this group has { $bytes } bytes, the longest whose commits can be stored (the temporary name takes all { $limit } bytes of a file name): "{ $group }".
finding-group-id-at-length-limit-advice = Choose a shorter id.
finding-group-id-ends-in-blank = The id of group "{ $group }" begins or ends with white space.
finding-group-id-ends-in-blank-advice = Nothing, if it is meant so.
finding-group-id-ends-in-json = This is the file of group "{ $group }": the id itself ends in ".json".
finding-group-id-ends-in-json-advice = Nothing.
finding-group-id-is-a-path = The id of group "{ $group }" has a slash, so that its offsets file leaves the directory: commits are lost, or replace another file.
finding-group-id-is-a-path-advice = Rename the group to an id without a slash.
finding-group-id-too-long = The id of this group has { $bytes } bytes; beyond { $limit } every commit is lost silently: "{ $group }".
finding-group-id-too-long-advice = Choose a shorter id.
finding-group-in-subdirectory = Group "{ $group }" works only because this directory exists; without it every commit of such a group is lost. kaas' own scan of the directory does not see it.
finding-group-in-subdirectory-advice = Rename the group to an id without a slash.
finding-groups-by-hash = { $count ->
     [one] 1 group has no entry and follows
    *[other] { $count } groups have no entry and follow
 } the hash: { $items }. Scaling moves nearly all such groups.
finding-groups-by-hash-advice = Nothing; a group gets its entry at the first recompute that finds it reported.
finding-groups-differ-in-case = Groups { $items } differ only in case: on a case-insensitive volume they have one file and overwrite each other.
finding-groups-differ-in-case-advice = Rename one of the groups.
finding-groups-in-all = { $groups ->
     [one] 1 group
    *[other] { $groups } groups
 } in all: { $explicit } by entry ({ $entries } entries, { $unserved } of these groups unserved), { $hash } by hash (a file but no entry).
finding-groups-in-all-advice = Nothing.
finding-groups-look-alike = Groups { $items } look alike but are written with different characters ({ $codes }): two groups, and one file on a file system that normalises names.
finding-groups-look-alike-advice = Find the consumer with the unintended spelling and rename its group.
finding-groups-on-fallback = { $count ->
     [one] 1 group without an entry is served
    *[other] { $count } groups without an entry are served
 } by { $broker } only while { $home } is down, and go back to { $home } when it returns: { $items }.
finding-groups-on-fallback-advice = Nothing; expect a rebuild of these groups then.
finding-leftover-temporary-file = A temporary file of an interrupted write is left over. Nobody reads it, and the next write of { $target } replaces it.
finding-leftover-temporary-file-advice = Nothing.
finding-load-by-broker = Groups by coordinator: { $items }.
finding-load-by-broker-advice = Nothing.
finding-marker-empty = This marker has no bytes: { $broker } skips it for ever.
finding-marker-empty-advice = Remove the file.
finding-marker-for-down-broker = A marker of "{ $transaction }" waits for { $broker }, which is { $health }. It is applied only if { $broker } still leads the partition then, else dropped; the coordinator sends it again every 10 s.
finding-marker-for-down-broker-advice = Nothing, if { $broker } returns soon.
finding-marker-for-unknown-broker = A marker of "{ $transaction }" waits for "{ $broker }", which has no row: it is never applied.
finding-marker-for-unknown-broker-advice = Nothing, if its transaction is complete; else its coordinator sends it to the present leader.
finding-marker-refused = { $broker } cannot read this marker and tries again every 2 s for ever: { $reason }
finding-marker-refused-advice = Remove the file.
finding-marker-superseded = A marker of "{ $transaction }" carries epoch { $epoch }; the transaction is at epoch { $present } by now.
finding-marker-superseded-advice = Nothing, unless it stays.
finding-metadata-without-offset = Metadata without an offset in the file of group "{ $group }": { $items }. It survives every rewrite and is served with offset -1.
finding-metadata-without-offset-advice = Remove the keys from metadata while the group is stopped.
finding-nfs-tombstone = An NFS tombstone: a file that was deleted while somebody had it open. It is not a group.
finding-nfs-tombstone-advice = Nothing; the NFS client removes it when it is closed.
finding-no-broker-alive = No broker row is alive ({ $rows } rows): the hash tier has no coordinator for any group or transaction.
finding-no-broker-alive-advice = Bring a broker back; groups with an entry are answered by their entry meanwhile.
finding-not-a-group-file = Not a group's file: kaas takes only names that end in ".json".
finding-not-a-group-file-advice = Move it elsewhere.
finding-offset-below-zero = Offsets below zero of group "{ $group }": { $items }. -1 cannot be told from "none"; others are served as they are.
finding-offset-below-zero-advice = Reset these offsets with the usual tool while the group is stopped.
finding-offset-beyond-53-bits = Offsets of group "{ $group }" beyond 2^53: { $items }. Tools that read JSON numbers as floats show them rounded.
finding-offset-beyond-53-bits-advice = Read them as text; check whether such an offset can be right.
finding-offset-key-twice = Keys of group "{ $group }" stand twice: the last value wins ({ $items }).
finding-offset-key-twice-advice = Nothing; the next commit writes each key once.
finding-offset-key-unlikely = Keys of group "{ $group }" with an unlikely topic or partition: { $items }. The topic ends at the last slash.
finding-offset-key-unlikely-advice = Remove the keys while the group is stopped, if no such topic exists.
finding-offset-key-unreachable = Keys of group "{ $group }" that no OffsetFetch asks for: { $items }. They are rewritten for ever.
finding-offset-key-unreachable-advice = Remove the keys while the group is stopped.
finding-offset-of-unknown-partition = Offsets of group "{ $group }" for partitions that the assignment does not have: { $items }.
finding-offset-of-unknown-partition-advice = Remove the keys while the group is stopped, if the topic was deleted.
finding-offsets-by-position = The file of group "{ $group }" is a JSON array, which kaas takes by position (offsets, metadata, fence). Odd, but nothing is lost.
finding-offsets-by-position-advice = Nothing; the next commit writes an object.
finding-offsets-file-refused = kaas cannot load the offsets of group "{ $group }": { $reason } The error is swallowed, the group starts at -1 and its next commit replaces the file.
finding-offsets-file-refused-advice = Stop the group, repair the file from a backup, start it again.
finding-offsets-file-without-offsets = The file of group "{ $group }" loads as "no offsets".
finding-offsets-file-without-offsets-advice = Nothing, unless offsets are expected there.
finding-offsets-in-old-shape = The file of group "{ $group }" has the old plain-map shape: kaas loads it as a group without offsets, and the next commit erases { $items }.
finding-offsets-in-old-shape-advice = Stop the group and wrap the map: {"{"}"offsets":…{"}"}.
finding-offsets-unknown-field = The file of group "{ $group }" has fields that kaas ignores and loses with the next write: { $items }.
finding-offsets-unknown-field-advice = Nothing.
finding-offsets-white-space = The file of group "{ $group }" has white space: no broker writes any, so somebody edited it. kaas reads it all the same.
finding-offsets-white-space-advice = Nothing.
finding-offsets-without-fence = The file of group "{ $group }" has no fence: an older image wrote it, and a stale coordinator may overwrite it.
finding-offsets-without-fence-advice = Nothing; the next commit under a current image stamps it.
finding-paths-outside = Ignored, because outside the volume at "{ $root }": { $items }.
finding-paths-outside-advice = Nothing, unless the volume you meant is among them.
finding-producer-epoch-at-limit = Transaction "{ $transaction }" is at epoch { $epoch }, the last one: the next InitProducerId changes its producer id.
finding-producer-epoch-at-limit-advice = Nothing.
finding-producer-id-beyond-block = Transaction "{ $transaction }" has number { $number } of the slice of { $broker }, but { $blockfile } says that { $next } comes next: ids may be handed out twice.
finding-producer-id-beyond-block-advice = Raise nextBlock above every id in use while { $broker } is stopped.
finding-producer-id-shared = Transactions { $items } share producer id { $producer }.
finding-producer-id-shared-advice = Give all but one a fresh producer id: stop the producer and remove its entry.
finding-producer-ids-missing = There is no { $blockfile } although an id of the slice of { $broker } is in use ("{ $transaction }"): { $broker } would start at 0 again.
finding-producer-ids-missing-advice = Write the file with nextBlock above every id in use.
finding-producer-ids-refused = kaas cannot read the producer id block of { $broker }: { $reason } It falls back to a counter in memory that starts at 1, so ids may be handed out twice.
finding-producer-ids-refused-advice = Write the file anew with nextBlock above every id in use while { $broker } is stopped.
finding-producer-ids-uneven = nextBlock of { $broker } is { $next }, not a multiple of { $block }: somebody edited it.
finding-producer-ids-uneven-advice = Raise it to the next multiple.
finding-returning-broker-stays-light = When { $broker } ({ $health }) is alive again it coordinates { $count ->
     [one] 1 group
    *[other] { $count } groups
 }: only those without an entry or with one that names it, because entries stick.
finding-returning-broker-stays-light-advice = To spread the load, drain the fullest broker once; its groups are re-picked by the hash.
finding-slot-empty = Slot { $slot } has no bytes: read as no entries.
finding-slot-empty-advice = Nothing.
finding-slot-never-read = This file is never read: slots are 0 to { $last }, written without leading zeros.
finding-slot-never-read-advice = Check whether the number of slots was changed on a live volume; that orphans entries.
finding-slot-refused = kaas cannot read slot { $slot }: { $reason } Every transactional request for an id of this slot answers COORDINATOR_NOT_AVAILABLE, and the reaper skips the slot.
finding-slot-refused-advice = Repair the file from a backup; an empty file makes the slot usable and loses its entries.
finding-transaction-group-elsewhere = Transaction "{ $transaction }" is coordinated by { $coordinator }, its group "{ $group }" by { $owner }: EndTxn acts on the offsets staged at { $coordinator }, so those staged at { $owner } are neither committed nor dropped.
finding-transaction-group-elsewhere-advice = Watch the offsets of this group after the transaction ends.
finding-transaction-in-wrong-slot = Transaction "{ $transaction }" stands in slot { $slot } and belongs in slot { $right }: its coordinator finds nothing there and hands out a fresh producer id with epoch 0.
finding-transaction-in-wrong-slot-advice = Move the entry to slot-{ $right }.json while its producer is stopped.
finding-transaction-ongoing = Transaction "{ $transaction }" (coordinator { $coordinator }) was Ongoing for { $age } s when the assignment was written, of { $timeout } s{ $groups ->
     [same] ; its groups have the same coordinator
    *[none] {""}
 }.
finding-transaction-ongoing-advice = Nothing.
finding-transaction-overdue = Transaction "{ $transaction }" was Ongoing for { $age } s when the assignment was written, with a timeout of { $timeout } s: the reaper of { $coordinator } should have ended it within 10 s.
finding-transaction-overdue-advice = Look at the log of { $coordinator }; an InitProducerId and an abort end it.
finding-transaction-owes-markers = Transaction "{ $transaction }" is { $state }: markers are owed to { $items }.
finding-transaction-owes-markers-advice = Nothing, if it is gone in the next snapshot: its coordinator { $coordinator } sends them again every 10 s.
finding-transaction-stuck-prepared = Transaction "{ $transaction }" is { $state } without partitions: no pass completes it, and its producer hears CONCURRENT_TRANSACTIONS for ever.
finding-transaction-stuck-prepared-advice = InitProducerId and EndTxn(abort) with the new epoch complete it.
finding-transaction-without-timeout = Transaction "{ $transaction }" is Ongoing without a { $missing ->
     [start] start time
    *[other] timeout
 }: it is never reaped.
finding-transaction-without-timeout-advice = End it by hand if its producer is gone.

# Why a group moved. "state" is one of: draining, dead, gone.
move-assignment-readable = There was no assignment that could be read; now there is.
move-assignment-unreadable = There is no assignment that can be read any more.
move-entry-repicked = Its entry named { $broker }, which is { $state }: the controller re-picked it by the hash.
move-entry-changed = Its entry was changed from { $from } to { $to } although { $from } is alive.
move-entry-retired = Its entry named { $broker }, which is { $state }: the entry was dropped and the hash answers.
move-entry-lost = Its entry is gone although { $broker } is alive: the group falls through to the hash.
move-entry-differs = Its first entry names { $to }, where the hash says { $hash }.
move-rows-changed = The broker rows changed from { $before } to { $after }: the hash is taken over another set.
move-first-alive = { $alive ->
    [one] Nobody was alive; now { $alive } is, and the hash has an answer again.
   *[other] Nobody was alive; now { $alive } are, and the hash has an answer again.
}
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
scenario-record-later = { $kind } { $what } is not yet supported, so the file cannot be recorded.
scenario-record-hole = No single value fills the hole of this step.

# What callers hand over as JSON and the core refuses.
request-field-unknown = Unknown field "{ $field }"; known here: { $known }.
request-not-one-of = { $found } is not possible; possible is: { $known }.
request-change-kind = A change needs exactly one of: { $known }.
request-assignment-missing = There is no assignment.json, so nobody coordinates anything.
request-assignment-unreadable = It cannot be read ({ $reason }).
request-command-later = { $command } is not yet supported.
request-command-at = A command happens at the present time of the cluster; remove "at": { $value }.
