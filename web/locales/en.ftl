# What the page says. Names of protocols, errors and rules are never translated.
app-title = kaas-orrery
hash-of = { $group } hashes to { $hash }
