//! Drawings of curves.

use std::error::Error;
use std::ops::Range;

use plotters::coord::Shift;
use plotters::coord::ranged1d::{AsRangedCoord, ValueFormatter};
use plotters::prelude::*;

use super::findings::{Axis, Plot};
use crate::grouped::grouped;

type Area<'a> = DrawingArea<SVGBackend<'a>, Shift>;

/// Colours that can also be distinguished with colour blindness.
const COLOURS: [RGBColor; 11] = [
    RGBColor(0x00, 0x72, 0xb2),
    RGBColor(0xd5, 0x5e, 0x00),
    RGBColor(0x00, 0x9e, 0x73),
    RGBColor(0xcc, 0x79, 0xa7),
    RGBColor(0x56, 0xb4, 0xe9),
    RGBColor(0xe6, 0x9f, 0x00),
    RGBColor(0x00, 0x00, 0x00),
    RGBColor(0x7f, 0x7f, 0x7f),
    RGBColor(0x33, 0x22, 0x88),
    RGBColor(0x99, 0x99, 0x33),
    RGBColor(0x88, 0x22, 0x55),
];

/// Draws a plot.
pub(super) fn svg(plot: &Plot) -> String {
    let mut svg = String::new();
    {
        let area = SVGBackend::with_string(&mut svg, (760, 440)).into_drawing_area();
        draw(&area, plot).expect("drawing into a string cannot fail");
    }
    svg
}

fn draw(area: &Area, plot: &Plot) -> Result<(), Box<dyn Error>> {
    area.fill(&WHITE)?;
    let points = || plot.curves.iter().flat_map(|curve| &curve.points);
    let x = range(points().map(|point| point.0), plot.x);
    let y = range(points().map(|point| point.1), plot.y);
    let places: Vec<_> =
        points().map(|point| (place(point.0, &x, plot.x), place(point.1, &y, plot.y))).collect();
    let upper_left = places.iter().filter(|(x, y)| *x < 0.4 && *y > 0.5).count();
    let lower_right = places.iter().filter(|(x, y)| *x > 0.6 && *y < 0.5).count();
    let key = if lower_right < upper_left {
        SeriesLabelPosition::LowerRight
    } else {
        SeriesLabelPosition::UpperLeft
    };
    match (plot.x.is_logarithmic, plot.y.is_logarithmic) {
        (false, false) => curves(area, plot, key, x, y)?,
        (false, true) => curves(area, plot, key, x, y.log_scale())?,
        (true, false) => curves(area, plot, key, x.log_scale(), y)?,
        (true, true) => curves(area, plot, key, x.log_scale(), y.log_scale())?,
    }
    area.present()?;
    Ok(())
}

/// Returns the range from the least to the greatest value, with some margin; linear axes begin at
/// zero.
fn range(values: impl Iterator<Item = f64>, axis: Axis) -> Range<f64> {
    let is_drawn = |value: &f64| !axis.is_logarithmic || *value > 0.0;
    let (least, greatest) = values
        .filter(is_drawn)
        .fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), value| (low.min(value), high.max(value)));
    if least > greatest {
        return if axis.is_logarithmic { 1.0..10.0 } else { 0.0..1.0 };
    }
    if axis.is_logarithmic {
        return least / 1.3..greatest * 1.3;
    }
    let least = least.min(0.0);
    let room = (greatest - least).max(f64::MIN_POSITIVE) * 0.05;
    (if least < 0.0 { least - room } else { least })..greatest + room
}

/// Returns where a value is on an axis, from 0 to 1.
fn place(value: f64, range: &Range<f64>, axis: Axis) -> f64 {
    let scaled = |value: f64| if axis.is_logarithmic { value.ln() } else { value };
    (scaled(value) - scaled(range.start)) / (scaled(range.end) - scaled(range.start))
}

/// Returns the label of a value on an axis, without needless digits.
fn label(value: f64) -> String {
    grouped(&((value * 1e6).round() / 1e6).to_string())
}

fn curves<X, Y>(area: &Area, plot: &Plot, key: SeriesLabelPosition, x: X, y: Y) -> Result<(), Box<dyn Error>>
where
    X: AsRangedCoord<Value = f64>,
    Y: AsRangedCoord<Value = f64>,
    X::CoordDescType: ValueFormatter<f64>,
    Y::CoordDescType: ValueFormatter<f64>,
{
    let mut chart = ChartBuilder::on(area)
        .margin(12)
        .x_label_area_size(40)
        .y_label_area_size(70)
        .build_cartesian_2d(x, y)?;
    chart
        .configure_mesh()
        .x_desc(plot.x.label)
        .y_desc(plot.y.label)
        .x_label_formatter(&|value| label(*value))
        .y_label_formatter(&|value| label(*value))
        .light_line_style(TRANSPARENT)
        .draw()?;
    let mut ours = 0;
    for curve in &plot.curves {
        ours += usize::from(!curve.is_from_paper);
        let colour = COLOURS[ours.saturating_sub(1) % COLOURS.len()];
        let is_drawn =
            |&(x, y): &(f64, f64)| (!plot.x.is_logarithmic || x > 0.0) && (!plot.y.is_logarithmic || y > 0.0);
        let points: Vec<_> = curve.points.iter().copied().filter(is_drawn).collect();
        let line = move |(x, y)| PathElement::new([(x, y), (x + 18, y)], colour.stroke_width(2));
        let drawn = if curve.is_from_paper {
            chart.draw_series(DashedLineSeries::new(points, 5, 4, colour.stroke_width(1)))?
        } else {
            chart.draw_series(LineSeries::new(points, colour.stroke_width(2)))?
        };
        if !curve.name.is_empty() {
            drawn.label(&curve.name).legend(line);
        }
    }
    chart
        .configure_series_labels()
        .position(key)
        .background_style(WHITE.mix(0.85))
        .label_font(("sans-serif", 13))
        .draw()?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reproduce::findings::Curve;

    #[test]
    fn every_kind_of_axis_is_drawn_whatever_the_points() {
        let some = vec![(0.0, 0.0), (1.0, 10.0), (20.0, 3000.0)];
        for points in [Vec::new(), vec![(1.0, 1.0)], some] {
            for kind in 0..4 {
                let axis = |label, is_logarithmic| Axis { label, is_logarithmic };
                let curve = |name: &str, is_from_paper| Curve {
                    name: name.to_owned(),
                    points: points.clone(),
                    is_from_paper,
                };
                let plot = Plot {
                    name: "",
                    title: String::new(),
                    x: axis("size", kind & 1 > 0),
                    y: axis("moves", kind & 2 > 0),
                    curves: vec![curve("ours", false), curve("theirs", true)],
                };
                let svg = svg(&plot);
                assert!(["ours", "theirs", "size", "moves"].iter().all(|text| svg.contains(text)));
            }
        }
    }
}
