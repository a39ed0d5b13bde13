//! Lists put in order where no loop waits for it.

use std::collections::BinaryHeap;

/// Puts a list in order. What is equal must be the same: which of two comes first is not promised.
///
/// PERF: the library's sort is made anew for each type of element, 3 to 5 kB of WASM each time, so
/// there a heap does it that takes a tenth of that. Everywhere else this is `sort_unstable`.
pub fn put_in_order<T: Ord>(list: &mut Vec<T>) {
    if cfg!(target_arch = "wasm32") {
        by_heap(list);
    } else {
        list.sort_unstable();
    }
}

fn by_heap<T: Ord>(list: &mut Vec<T>) {
    *list = BinaryHeap::from(std::mem::take(list)).into_sorted_vec();
}

/// Puts a list in order by a key; what has the same key stays as it stood.
pub fn put_in_order_by_key<T: Copy, K: Ord>(list: &mut Vec<T>, key: impl Fn(&T) -> K) {
    let mut keys: Vec<(K, usize)> = list.iter().map(key).zip(0..).collect();
    put_in_order(&mut keys);
    *list = keys.iter().map(|&(_, place)| list[place]).collect();
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::make::Random;

    #[test]
    fn lists_are_in_order_whichever_way() {
        let mut random = Random::new(7);
        for count in 0..200 {
            let mut list: Vec<u32> = (0..count).map(|_| random.below(50)).collect();
            let mut expected = list.clone();
            expected.sort_unstable();
            let mut heaped = list.clone();
            by_heap(&mut heaped);
            assert_eq!(heaped, expected);
            put_in_order(&mut list);
            assert_eq!(list, expected);
        }
    }

    #[test]
    fn what_has_the_same_key_stays_as_it_stood() {
        let mut list: Vec<(u32, u32)> = (0..100).map(|number| (number * 7 % 5, number)).collect();
        let mut expected = list.clone();
        expected.sort_by_key(|&(key, _)| key);
        put_in_order_by_key(&mut list, |&(key, _)| key);
        assert_eq!(list, expected);
    }
}
