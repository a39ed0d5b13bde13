//! Labels beside the ends of lines: as near to these as they fit, and none upon another.

/// Where the middles of labels stand, each at least a gap from the next and all between two limits, if
/// so many fit there. Their order is that of the places they want; the sum of the squares of how far
/// they are moved is the least there is (pool adjacent violators: Ayer and others 1955).
pub(super) fn spread(wanted: &[f64], gap: f64, (top, bottom): (f64, f64)) -> Vec<f64> {
    let mut order: Vec<usize> = (0..wanted.len()).collect();
    order.sort_by(|&a, &b| wanted[a].total_cmp(&wanted[b]));
    // Labels that touch move as one: how many they are, and where the first of them wants to stand,
    // added up over all of them.
    let mut heaps: Vec<(f64, f64)> = Vec::new();
    let mut before = 0.0;
    for &label in &order {
        // Without the gaps above it, a label only has to stand no higher than the one before.
        let mut heap = (1.0, wanted[label] - before);
        before += gap;
        while let Some(&(count, sum)) = heaps.last() {
            if sum / count < heap.1 / heap.0 {
                break;
            }
            heap = (heap.0 + count, heap.1 + sum);
            heaps.pop();
        }
        heaps.push(heap);
    }
    let lowest = (bottom - (before - gap)).max(top);
    let mut places = vec![0.0; wanted.len()];
    let mut above = 0.0;
    let mut heaps = heaps.into_iter();
    let mut heap = heaps.next();
    let mut left = heap.map_or(0.0, |(count, _)| count);
    for label in order {
        if left < 0.5 {
            heap = heaps.next();
            left = heap.map_or(0.0, |(count, _)| count);
        }
        let first = heap.map_or(top, |(count, sum)| sum / count);
        places[label] = first.clamp(top, lowest) + above;
        above += gap;
        left -= 1.0;
    }
    places
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(wanted: &[f64], expected: &[f64]) {
        let places = spread(wanted, 10.0, (0.0, 100.0));
        assert_eq!(places.len(), expected.len());
        for (place, expected) in places.iter().zip(expected) {
            assert!((place - expected).abs() < 1e-9, "{wanted:?}: {places:?}");
        }
    }

    #[test]
    fn labels_stay_where_they_have_room_and_move_as_little_as_they_can() {
        check(&[], &[]);
        check(&[50.0], &[50.0]);
        check(&[70.0, 20.0], &[70.0, 20.0]);
        check(&[50.0, 50.0], &[45.0, 55.0]);
        check(&[52.0, 50.0, 51.0], &[61.0, 41.0, 51.0]);
        check(
            &[40.0, 42.0, 55.0],
            &[35.666_666_666_666_664, 45.666_666_666_666_664, 55.666_666_666_666_664],
        );
        check(&[-30.0, 0.0, 200.0], &[0.0, 10.0, 100.0]);
    }

    #[test]
    fn eight_labels_of_nearly_equal_times_do_not_overlap() {
        let ends = [80.0, 79.5, 80.5, 80.2, 79.9, 81.0, 80.1, 80.0];
        for shift in [-80.0, -40.0, 0.0, 19.0] {
            let wanted: Vec<f64> = ends.iter().map(|end| end + shift).collect();
            let mut places = spread(&wanted, 10.0, (0.0, 100.0));
            places.sort_by(f64::total_cmp);
            let is_apart = |pair: &[f64]| pair[1] - pair[0] > 10.0 - 1e-9;
            assert!(places.windows(2).all(is_apart), "{places:?}");
            assert!(places[0] >= 0.0 && places[7] <= 100.0, "{places:?}");
        }
    }
}
