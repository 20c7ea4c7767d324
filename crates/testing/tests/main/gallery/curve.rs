//! A picture of the length of solutions over time.

use plotters::prelude::*;

use super::Picture;

/// Seconds of one core, and moves in n³, for each n: measured, see `docs/sliding-puzzles.md`.
const MEASURED: [(u32, &[(f64, f64)]); 5] = [
    (10, &[(0.05, 1.202), (0.2, 1.112), (1.0, 0.988), (5.0, 0.948), (20.0, 0.940)]),
    (20, &[(0.2, 1.134), (1.0, 1.077), (5.0, 0.997), (20.0, 0.984)]),
    (50, &[(0.5, 1.173), (2.0, 1.041), (5.0, 1.001), (20.0, 0.974)]),
    (100, &[(1.0, 1.598), (2.0, 1.175), (5.0, 1.048), (20.0, 0.991)]),
    (200, &[(5.0, 1.880), (20.0, 1.140)]),
];

const CURVE_COLOURS: [RGBColor; 5] =
    [RED, BLUE, RGBColor(0x1a, 0x7a, 0x3a), RGBColor(0xb3, 0x59, 0x00), RGBColor(0x7a, 0x1a, 0x7a)];

/// Lengths for comparison, in n³.
const LEVELS: [(f64, &str); 3] = [
    (2.57, "one tile after another, n = 50"),
    (0.81, "optimal for small n"),
    (2.0 / 3.0, "distances of the tiles"),
];

pub(super) fn pictures() -> [Picture; 1] {
    [Picture { file: "short-curve.svg", svg: curve().expect("drawing into a string cannot fail") }]
}

fn curve() -> Result<String, Box<dyn std::error::Error>> {
    let mut svg = String::new();
    {
        let area = SVGBackend::with_string(&mut svg, (720, 420)).into_drawing_area();
        area.fill(&WHITE)?;
        let mut chart = ChartBuilder::on(&area)
            .margin(12)
            .x_label_area_size(40)
            .y_label_area_size(50)
            .build_cartesian_2d((0.005..100f64).log_scale(), 0.5..2.7)?;
        chart
            .configure_mesh()
            .x_desc("seconds of one core")
            .y_desc("moves / n³")
            .light_line_style(TRANSPARENT)
            .draw()?;
        for (level, name) in LEVELS {
            chart.draw_series(DashedLineSeries::new(
                [(0.005, level), (100.0, level)],
                6,
                4,
                BLACK.stroke_width(1),
            ))?;
            let label = Text::new(name, (0.006, level + 0.09), ("sans-serif", 13));
            chart.draw_series([label])?;
        }
        for ((side, points), colour) in MEASURED.into_iter().zip(CURVE_COLOURS) {
            chart.draw_series(LineSeries::new(points.iter().copied(), colour.stroke_width(2)))?;
            chart.draw_series(points.iter().map(|&point| Circle::new(point, 3, colour.filled())))?;
            if let Some(&(seconds, level)) = points.first() {
                let label = Text::new(
                    format!("n = {side}"),
                    (seconds, level + 0.12),
                    ("sans-serif", 15).into_font().color(&colour),
                );
                chart.draw_series([label])?;
            }
        }
        area.present()?;
    }
    Ok(svg)
}
