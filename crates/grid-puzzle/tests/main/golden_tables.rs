//! Compares the checksums of written tables with those of older files, which were written before
//! tables were built by searches over ranked spaces.

use std::num::NonZero;

use grid_puzzle::tables::{CompleteTable, PatternDatabases};
use grid_puzzle::{Board, MoveMetric};
use motion_core::{Budget, Control, Direction};

use crate::boards::standard;

/// Rows, columns, and the blank's goal cell.
type Layout = (u32, u32, u32);

/// Layouts with the checksums of their complete tables, for moves of single tiles and of several.
const COMPLETE: &[(Layout, [u64; 2])] = &[
    ((2, 2, 3), [0x6645_d633_f17f_c83a, 0xf45d_7a6a_8de4_3166]),
    ((2, 2, 0), [0x0254_739e_d64e_f0bc, 0x9cf1_f8ee_f98b_cf24]),
    ((2, 3, 5), [0xb127_25fe_e533_b4a0, 0xc1f6_0992_1686_d3bd]),
    ((3, 2, 5), [0x3b7c_6bc2_2e76_a57d, 0x1360_4064_ba28_0feb]),
    ((3, 2, 2), [0x2cb5_db83_c5cd_c4ee, 0xaaf8_acf6_797e_f202]),
    ((2, 4, 7), [0x6204_744b_01b1_04b7, 0x4870_36dc_bb09_5f2d]),
    ((4, 2, 0), [0xdd7e_2928_765c_d61e, 0xb6a2_4d22_3648_8701]),
    ((3, 3, 8), [0x4855_68e2_e6bd_d84b, 0x0edb_0226_dd6e_1d41]),
    ((3, 3, 4), [0x0a1d_b4ee_bf40_88ee, 0xd05a_1e64_6e1c_78f9]),
    ((2, 5, 9), [0x24f6_06df_6b22_828b, 0x58fa_7b39_872d_1453]),
    ((5, 2, 9), [0x1084_15f5_fe34_dfff, 0x106a_c031_2445_4136]),
    ((5, 2, 3), [0x0ea3_bb7d_68d0_38cb, 0xbba3_5bed_95a9_bb2d]),
];

const LARGE_COMPLETE: &[(Layout, [u64; 2])] = &[
    ((3, 4, 11), [0xf67e_4d4f_f0bb_6562, 0x5b2a_6a2c_91be_c409]),
    ((6, 2, 0), [0x9ba9_d4e2_94e5_e1f2, 0xbdb7_2983_1ca8_af2d]),
];

const PATTERNS: &[(Layout, u64)] = &[
    ((2, 2, 3), 0xdc41_385f_68f1_727d),
    ((2, 2, 0), 0x53db_1c70_e650_b62a),
    ((2, 3, 5), 0x9809_7e24_b687_9a54),
    ((3, 2, 1), 0x1ebe_6abf_3f30_bda1),
    ((2, 4, 7), 0xd2ea_c773_1c9b_b744),
    ((3, 3, 8), 0x8b1f_5606_3f3c_6b4a),
    ((3, 3, 4), 0x45c9_7dc6_8558_0414),
    ((2, 5, 9), 0x5626_c383_9464_f043),
    ((3, 4, 11), 0x6a58_bae6_a73e_49a0),
    ((4, 4, 15), 0x780a_a2a5_c6a1_33fb),
];

const LARGE_PATTERNS: &[(Layout, u64)] = &[
    ((3, 5, 7), 0xb424_0aea_aec9_36ee),
    ((5, 6, 3), 0x069e_7643_77af_5a8c),
    ((8, 8, 63), 0x297b_2986_d9f8_22b1),
    ((3, 4, 5), 0x2f71_c764_6e59_cd39),
    ((4, 4, 0), 0x231e_f40a_5837_6cfe),
    ((4, 4, 5), 0xa0d4_24c2_a401_64e3),
    ((2, 8, 15), 0xafa6_a55c_cede_886c),
    ((2, 12, 0), 0x3129_e0dd_c155_5cb4),
    ((2, 32, 31), 0x9b4d_5ec0_7c53_81f5),
    ((5, 5, 24), 0x3b88_c085_024a_e4ec),
];

/// Returns a goal whose blank is in this cell.
fn goal((rows, columns, blank): Layout) -> Board {
    let mut goal = standard(rows, columns);
    (blank / columns..rows - 1).for_each(|_| _ = goal.slide(Direction::Up));
    (blank % columns..columns - 1).for_each(|_| _ = goal.slide(Direction::Left));
    goal
}

/// Returns the FNV-1a checksum. A CRC of a file that contains its own CRCs would depend only on its
/// length.
fn checksum(file: &[u8]) -> u64 {
    file.iter()
        .fold(0xcbf2_9ce4_8422_2325, |sum, byte| (sum ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3))
}

fn with_threads(threads: usize) -> Control<'static> {
    Control::new(Budget::new().with_threads(NonZero::new(threads).expect("not zero")))
}

fn complete_tables_are_those_of_before(tables: &[(Layout, [u64; 2])], threads: usize) {
    for &(layout, sums) in tables {
        let written = [MoveMetric::SingleTile, MoveMetric::MultiTile].map(|metric| {
            let table = CompleteTable::new(&goal(layout), metric, &mut with_threads(threads));
            let mut file = Vec::new();
            table.expect("few cells, no limit").write(&mut file).expect("memory takes everything");
            checksum(&file)
        });
        assert_eq!(written, sums, "{layout:?}");
    }
}

fn pattern_databases_are_those_of_before(databases: &[(Layout, u64)], threads: usize) {
    for &(layout, sum) in databases {
        let databases =
            PatternDatabases::new(&goal(layout), MoveMetric::SingleTile, &mut with_threads(threads));
        let mut file = Vec::new();
        databases.expect("no limit is set").write(&mut file).expect("memory takes everything");
        assert_eq!(checksum(&file), sum, "{layout:?}");
    }
}

#[test]
fn complete_tables_do_not_change() {
    complete_tables_are_those_of_before(&COMPLETE[..7], 1);
}

#[test]
#[ignore = "exhaustive: 1 minutes"]
fn large_complete_tables_do_not_change() {
    complete_tables_are_those_of_before(&COMPLETE[7..], 1);
    complete_tables_are_those_of_before(&LARGE_COMPLETE[..1], 2);
    complete_tables_are_those_of_before(&LARGE_COMPLETE[1..], 1);
}

#[test]
fn tables_do_not_depend_on_the_number_of_threads() {
    for threads in 2..5 {
        complete_tables_are_those_of_before(&COMPLETE[5..7], threads);
    }
    pattern_databases_are_those_of_before(&PATTERNS[4..5], 2);
}

#[test]
fn pattern_databases_do_not_change() {
    pattern_databases_are_those_of_before(&PATTERNS[..5], 1);
}

#[test]
#[ignore = "exhaustive: 0.5 minutes"]
fn large_pattern_databases_do_not_change() {
    for threads in 2..5 {
        complete_tables_are_those_of_before(&COMPLETE[9..11], threads);
    }
    pattern_databases_are_those_of_before(&PATTERNS[5..], 1);
    pattern_databases_are_those_of_before(&PATTERNS[8..], 2);
    pattern_databases_are_those_of_before(LARGE_PATTERNS, 3);
}
