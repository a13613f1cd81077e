//! The three hash functions that decide where a group lives, bit for bit as their owners compute them.

use std::hash::Hasher;

use twox_hash::XxHash64;

/// FNV-1a, 32 bit: the hash of kaas' routing, over the UTF-8 bytes of the id.
///
/// Six lines of our own because the crate `fnv` is FNV-1a **64**.
/// Source: kaas-rs/kaas 44f5471, `group_hash.rs`.
#[must_use]
#[inline]
pub fn fnv1a_32(bytes: &[u8]) -> u32 {
    bytes.iter().fold(FNV_BASIS, fnv1a_32_step)
}

/// [`fnv1a_32`] of four ids side by side: each byte of a hash waits for the one before it, and
/// four chains make use of the time that one would wait.
#[must_use]
#[inline]
pub fn fnv1a_32_four(ids: [&[u8]; 4]) -> [u32; 4] {
    let together = ids.iter().map(|id| id.len()).min().unwrap_or(0);
    let cut = ids.map(|id| id.split_at_checked(together).unwrap_or((id, &[])));
    let [(a, _), (b, _), (c, _), (d, _)] = cut;
    let [mut of_a, mut of_b, mut of_c, mut of_d] = [FNV_BASIS; 4];
    for (((a, b), c), d) in a.iter().zip(b).zip(c).zip(d) {
        of_a = fnv1a_32_step(of_a, a);
        of_b = fnv1a_32_step(of_b, b);
        of_c = fnv1a_32_step(of_c, c);
        of_d = fnv1a_32_step(of_d, d);
    }
    let [(_, a), (_, b), (_, c), (_, d)] = cut;
    [(of_a, a), (of_b, b), (of_c, c), (of_d, d)]
        .map(|(hash, rest)| rest.iter().fold(hash, fnv1a_32_step))
}

/// Java's `String.hashCode`: signed 32 bit, over UTF-16 code units.
#[must_use]
pub fn java_hash_code(text: &str) -> i32 {
    text.encode_utf16().fold(0, |hash: i32, unit| {
        hash.wrapping_mul(31).wrapping_add(i32::from(unit))
    })
}

/// XXH64 with seed 0.
#[must_use]
pub fn xxh64(bytes: &[u8]) -> u64 {
    XxHash64::oneshot(0, bytes)
}

/// XXH64 (seed 0) of the group id, one zero byte and the broker id: the weight of a broker for a
/// group under the rule `firstEntry: rendezvous`. Nothing is allocated.
#[must_use]
pub fn rendezvous_weight(group: &str, broker: &str) -> u64 {
    let mut hasher = XxHash64::with_seed(0);
    hasher.write(group.as_bytes());
    hasher.write(&[0]);
    hasher.write(broker.as_bytes());
    hasher.finish()
}

#[inline]
fn fnv1a_32_step(hash: u32, byte: &u8) -> u32 {
    (hash ^ u32::from(*byte)).wrapping_mul(FNV_PRIME)
}

/// Offset basis of FNV-1a 32: the hash of the empty id.
pub const FNV_BASIS: u32 = 0x811c_9dc5;
/// Prime of FNV-1a 32.
pub const FNV_PRIME: u32 = 0x0100_0193;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fnv_is_the_32_bit_one_over_bytes() {
        assert_eq!(fnv1a_32(b""), 0x811c_9dc5);
        assert_eq!(fnv1a_32(b"a"), 0xe40c_292c);
        assert_eq!(fnv1a_32(b"foobar"), 0xbf9c_f968);
    }

    #[test]
    fn four_at_a_time_are_hashed_as_one_by_one() {
        let ids = [
            "",
            "a",
            "foobar",
            "caf\u{e9} and more",
            "group-1",
            "group-10",
            "group-100",
        ];
        for four in ids.windows(4) {
            let four: [&[u8]; 4] = std::array::from_fn(|n| four[n].as_bytes());
            assert_eq!(fnv1a_32_four(four), four.map(fnv1a_32));
        }
    }

    #[test]
    fn java_counts_utf16_units_and_wraps() {
        assert_eq!(java_hash_code(""), 0);
        assert_eq!(java_hash_code("hello"), 99_162_322);
        assert_eq!(java_hash_code("polygenelubricants"), i32::MIN);
        assert_eq!(java_hash_code("\u{1f600}"), 0xd83d * 31 + 0xde00);
    }

    #[test]
    fn a_weight_is_the_hash_of_the_joined_bytes() {
        assert_eq!(xxh64(b""), 0xef46_db37_51d8_e999);
        for group in [
            "",
            "g",
            "a rather long group id that fills more than one block of the hash",
        ] {
            assert_eq!(
                rendezvous_weight(group, "kaas-0"),
                xxh64(format!("{group}\0kaas-0").as_bytes())
            );
        }
    }
}
