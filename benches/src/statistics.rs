//! Means, deviations and medians.

/// The mean; `None` if there are no values.
pub(crate) fn mean(values: impl IntoIterator<Item = f64>) -> Option<f64> {
    let (sum, count) = values.into_iter().fold((0.0, 0.0), |(sum, count), value| (sum + value, count + 1.0));
    (count > 0.0).then_some(sum / count)
}

/// The standard deviation of a sample; `None` if there are less than two values.
pub(crate) fn deviation(values: impl IntoIterator<Item = f64> + Clone) -> Option<f64> {
    let mean = mean(values.clone())?;
    let squares = values.into_iter().map(|value| (value - mean).powi(2));
    let (sum, count) = squares.fold((0.0, 0.0), |(sum, count), square| (sum + square, count + 1.0));
    (count > 1.0).then(|| (sum / (count - 1.0)).sqrt())
}

/// The middle value, or the greater of the two; `None` if there are no values.
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
        assert_eq!((deviation([4.0, 2.0, 3.0]), deviation([1.0])), (Some(1.0), None));
    }
}
