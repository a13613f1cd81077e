//! A limit on everything; each has a typed error.

/// Brokers of a cluster (scenario format, section 10).
pub const BROKERS_MAX: u32 = 64;

/// Instants at which something is due between two steps.
pub const INSTANTS_MAX: u64 = 5_000_000;

/// Brokers up to which counterfactuals are searched.
pub const COUNTERFACTUAL_BROKERS_MAX: u32 = 64;

/// Steps of a plan.
pub const PLAN_STEPS_MAX: u64 = 1_000;

/// Virtual ms of a run: ten years (scenario format).
pub const TIME_MAX: u64 = 315_576_000_000;
