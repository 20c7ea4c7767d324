//! Means, deviations and medians.

/// Returns the mean; `None` if there are no values.
pub(crate) fn mean(values: impl IntoIterator<Item = f64>) -> Option<f64> {
    let (sum, count) = values.into_iter().fold((0.0, 0.0), |(sum, count), value| (sum + value, count + 1.0));
    (count > 0.0).then_some(sum / count)
}

/// Returns the standard deviation, estimated from these values as a sample (divided by one less
/// than their number); `None` if there are fewer than two.
pub(crate) fn deviation(values: impl IntoIterator<Item = f64>) -> Option<f64> {
    let values: Vec<_> = values.into_iter().collect();
    let mean = mean(values.iter().copied()).filter(|_| values.len() > 1)?;
    let squares: f64 = values.iter().map(|value| (value - mean) * (value - mean)).sum();
    Some((squares / (values.len() - 1) as f64).sqrt())
}

/// Returns the middle value, or the greater of the two middle values; `None` if there are no
/// values.
pub(crate) fn median(values: impl IntoIterator<Item = f64>) -> Option<f64> {
    let mut values: Vec<_> = values.into_iter().collect();
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_have_a_middle_and_nothing_has_none() {
        assert_eq!((mean([4.0, 1.0, 1.0]), median([4.0, 1.0, 1.0])), (Some(2.0), Some(1.0)));
        assert_eq!(median([4.0, 1.0]), Some(4.0));
        assert_eq!((mean([]), median([])), (None, None));
        assert_eq!((deviation([2.0, 4.0, 4.0, 6.0, 4.0]), deviation([7.0])), (Some(2f64.sqrt()), None));
    }
}
