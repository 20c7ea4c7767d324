//! The parts of pictures.

use super::*;
use crate::draw::markup::collect;
use crate::draw::paint::Hue;
use crate::draw::samples::{numbered, zoo};

#[test]
fn points_are_rounded_and_stay_in_reach() {
    let point = |x, y| {
        let PixelPoint { x, y } = Point::new(x, y).into();
        (x, y)
    };
    assert_eq!(point(0.504, -0.504), (50, -50));
    assert_eq!(point(0.505, -0.505), (51, -51));
    assert_eq!(point(f32::NAN, f32::INFINITY), (0, 100_000_000));
    assert_eq!(point(f32::MIN, -1e6), (-100_000_000, -100_000_000));
}

#[test]
fn what_is_missing_is_named() {
    let scene = Scene::grid(1, 3).with_tokens([TokenStyle::tile(Hue::nth(0))]);
    let error = |vertices, tokens: &[u32], scene: &Scene| {
        let configuration = Configuration::new(vertices, &numbered(tokens)).expect("distinct vertices");
        Picture::new(scene, &configuration).err()
    };
    assert_eq!(error(3, &[1], &scene), None);
    assert_eq!(error(2, &[], &scene), None, "surplus vertices and styles are fine");
    assert_eq!(error(4, &[1], &scene), Some(DrawError::MissingVertex { vertex: Vertex(3), vertices: 3 }));
    assert_eq!(error(3, &[1, 2], &scene), Some(DrawError::MissingToken { token: Token(1), styles: 1 }));
    let unknown_vertex = scene.with_edges([(Vertex(0), Vertex(9))]);
    assert_eq!(
        error(3, &[1], &unknown_vertex),
        Some(DrawError::MissingVertex { vertex: Vertex(9), vertices: 3 })
    );
}

#[test]
fn pictures_of_every_extent_have_a_size() {
    let opening = |scene: &Scene| {
        let empty = Configuration::new(0, &[]).expect("no token");
        let picture = Picture::new(scene, &empty).expect("nothing is missing");
        collect(|out| picture.open(out))
    };
    assert!(opening(&Scene::default()).contains("viewBox=\"-20 -20 140 140\" width=\"67\" height=\"67\""));
    assert!(opening(&Scene::grid(2, 4)).contains("viewBox=\"-20 -20 440 240\" width=\"211\" height=\"115\""));
    assert!(opening(&Scene::grid(1, 1000)).contains("width=\"800\" height=\"1\""));
    let wide = opening(&Scene::at([(f32::MIN, 0.0), (f32::MAX, 0.0)]));
    assert!(wide.contains("viewBox=\"-100000070 -70 200000140 140\""), "{wide}");
}

#[test]
fn labels_of_one_shape_share_the_size_that_fits_the_longest() {
    let sizes = |style: fn(Hue) -> TokenStyle, labels: &[&str]| {
        let tokens = labels.iter().map(|label| style(Hue::nth(0)).with_label(label));
        let scene = Scene::grid(1, 9).with_tokens(tokens);
        let vertices: Vec<_> = (0..labels.len() as u32).collect();
        let configuration = Configuration::new(9, &numbered(&vertices)).expect("distinct vertices");
        let picture = Picture::new(&scene, &configuration).expect("nothing is missing");
        let text = collect(|out| {
            (0..)
                .map(Vertex)
                .zip(picture.styles())
                .try_for_each(|(vertex, style)| picture.token(out, style, vertex, &Motion::default()))
        });
        let sizes =
            text.split("font-size=\"").skip(1).filter_map(|rest| rest.split('"').next()?.parse().ok());
        sizes.collect::<Vec<u32>>()
    };
    assert_eq!(sizes(TokenStyle::tile, &["1", "15"]), [44, 44]);
    assert_eq!(sizes(TokenStyle::tile, &["1", "399", ""]), [35, 35]);
    assert_eq!(sizes(TokenStyle::tile, &["1", &"long".repeat(100)]), [1, 1]);
    let discs = ["1", "30", "399"].map(|label| sizes(TokenStyle::disc, &[label]));
    assert_eq!(discs, [[54], [49], [35]]);
}

#[test]
fn goals_are_seen_below_discs() {
    let mark = |scene: Scene| {
        let goal = TokenStyle::disc(Hue::degrees(0)).with_goal(Goal::At(Vertex(1)));
        let scene = scene.with_tokens([goal]);
        let configuration = Configuration::new(2, &numbered(&[0])).expect("distinct vertices");
        let picture = Picture::new(&scene, &configuration).expect("a scene that fits");
        (picture.disc, collect(|out| picture.background(out)))
    };
    let (disc, cell) = mark(Scene::grid(1, 2));
    const { assert!(MARK_HALF > DISC && MARK_RING > DISC_ON_GRAPH) }
    assert_eq!(disc, DISC);
    assert!(
        cell.contains("<rect x=\"-45\" y=\"-45\" width=\"90\" height=\"90\" rx=\"12\" class=\"m-hint\""),
        "{cell}"
    );
    let (disc, ring) = mark(Scene::at([(0.0, 0.0), (1.0, 0.0)]));
    assert_eq!(disc, DISC_ON_GRAPH);
    assert!(ring.contains("<circle r=\"43\" class=\"m-hint\" color=\""), "{ring}");
}

#[test]
fn tokens_are_grey_until_they_are_at_home() {
    let (scene, configuration) = zoo();
    let picture = Picture::new(&scene, &configuration).expect("nothing is missing");
    let tint = |token: usize, vertex: Option<u32>| picture.tint(&scene.styles[token], vertex.map(Vertex));
    assert_eq!([Some(4), Some(2), None].map(|vertex| tint(1, vertex)), [Tint::Vivid, Tint::Pale, Tint::Pale]);
    assert_eq!(
        [Some(3), Some(6), Some(1)].map(|vertex| tint(2, vertex)),
        [Tint::Vivid, Tint::Vivid, Tint::Pale]
    );
    assert_eq!([Some(0), None].map(|vertex| tint(3, vertex)), [Tint::Vivid; 2]);
}

#[test]
fn tokens_of_several_cells_are_rectangles_with_their_labels_in_the_middle() {
    let drawn = |style: TokenStyle| {
        let scene = Scene::grid(3, 3).with_tokens([style.with_label("x")]);
        let configuration = Configuration::new(9, &numbered(&[4])).expect("distinct vertices");
        let picture = Picture::new(&scene, &configuration).expect("a scene that fits");
        collect(|out| picture.token(out, &picture.styles()[0], Vertex(4), &Motion::default()))
    };
    let hue = Hue::nth(3);
    assert!(drawn(TokenStyle::disc(hue)).contains("<circle r=\"42\""));
    let bar = drawn(TokenStyle::disc(hue).with_cells(2, 1));
    assert!(bar.contains("<rect x=\"-42\" y=\"-42\" width=\"84\" height=\"184\" rx=\"42\""), "{bar}");
    assert!(bar.contains("<text class=\"m-label\" y=\"69\""), "{bar}");
    let car = drawn(TokenStyle::tile(hue).with_cells(1, 2));
    assert!(car.contains("width=\"192\" height=\"92\"") && car.contains("<text x=\"50\""), "{car}");
}
