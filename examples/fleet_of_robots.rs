//! Moves a fleet of robots whose goals keep coming: a loop that assigns goals, makes steps, and
//! reacts to an aisle that is closed.
//!
//! `cargo run --example fleet_of_robots`

use std::error::Error;
use std::time::Duration;

use cpf::fleet::Fleet;
use cpf::motion_core::Token;
use cpf::rand::rngs::Xoshiro256PlusPlus;
use cpf::rand::{RngExt, SeedableRng};
use cpf::{Budget, Control, Grid, Vertex};

fn main() -> Result<(), Box<dyn Error>> {
    // Shelves in three rows, with aisles around them.
    let mut grid = Grid::new(11, 16)?;
    for cell in grid.cells().collect::<Vec<_>>() {
        if grid.row(cell) % 4 == 2 && grid.column(cell) % 5 != 0 {
            grid.close(cell);
        }
    }
    let graph = grid.to_graph().graph;
    let vertices = graph.vertex_count() as u32;
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);

    let robots: Vec<_> = (0..12).map(Token).collect();
    let starts: Vec<_> = robots.iter().map(|robot| Vertex(robot.0)).collect();
    let mut fleet = Fleet::new(&graph, &starts)?.with_guidance();
    let mut visited = 0;
    for time in 0..300 {
        for &robot in &robots {
            // Two goals each, so that the way from the first to the second can be planned.
            while fleet.goals(robot).len() < 2 {
                fleet.assign(robot, Vertex(rng.random_range(0..vertices)))?;
            }
        }
        match time {
            100 => fleet.close(Vertex(20))?,
            200 => fleet.open(Vertex(20))?,
            _ => {}
        }
        let mut control = Control::new(Budget::new().with_time(Duration::from_millis(2)));
        let step = fleet.step(&mut control);
        visited += step.arrivals.len();
        if time % 50 == 0 {
            let in_the_way = step.waits.iter().filter(|wait| wait.behind.is_some()).count();
            println!("step {time}: {} move, {in_the_way} wait for another", step.moves.len());
        }
    }
    println!("{visited} goals visited in 300 steps");
    Ok(())
}
