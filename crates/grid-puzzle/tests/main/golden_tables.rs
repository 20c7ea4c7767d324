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
    ((2, 2, 3), 0x75e5_43b4_d362_9007),
    ((2, 2, 0), 0xd4ce_0c47_0097_1cb4),
    ((2, 3, 5), 0x9cbc_7ef2_8471_b6b7),
    ((3, 2, 1), 0x6986_8dd6_ec17_2376),
    ((2, 4, 7), 0x0f0e_2a5a_e17f_698e),
    ((3, 3, 8), 0x3074_8c3c_ff84_2cb3),
    ((3, 3, 4), 0x0be2_02b3_f059_0897),
    ((2, 5, 9), 0x48d1_15f1_f1d0_1e32),
    ((3, 4, 11), 0x53d1_104d_f404_b1ab),
    ((4, 4, 15), 0x19b3_228e_898f_4d51),
];

const LARGE_PATTERNS: &[(Layout, u64)] = &[
    ((3, 5, 7), 0x5136_5630_d359_a34d),
    ((5, 6, 3), 0xadce_e511_af9f_ab88),
    ((8, 8, 63), 0xc13e_e90b_b3db_421f),
    ((3, 4, 5), 0xe10f_d68a_83e8_48a6),
    ((4, 4, 0), 0x77a9_8a7d_b141_55bc),
    ((4, 4, 5), 0x1d46_c578_00b1_9219),
    ((2, 8, 15), 0xc6ba_e551_4f08_e65e),
    ((2, 12, 0), 0x3184_5f76_38b2_0653),
    ((2, 32, 31), 0xeff2_f83f_edae_de71),
    ((5, 5, 24), 0x317d_241f_c4c1_2e77),
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
