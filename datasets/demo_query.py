#!/usr/bin/env python3
"""Query a converted file with DuckDB, as `./dev demo` does: demo_query.py FILE.parquet"""

import sys

import duckdb

QUERIES = [
    (
        "The openings played most, and how White did in them",
        """
        SELECT ECO, Opening, count(*) AS games, round(avg(plies), 1) AS plies,
               round(100 * avg(CASE Result WHEN '1-0' THEN 1 WHEN '0-1' THEN 0 ELSE 0.5 END), 1)
                   AS white_percent
        FROM '{file}'
        WHERE error IS NULL AND ECO <> '?'
        GROUP BY ALL ORDER BY games DESC, ECO LIMIT 8
        """,
    ),
    (
        "Games that begin 1. e4 c5: the first two half-moves are a remainder of ign8",
        """
        SELECT count(*) AS games, any_value(Site) AS one_of_them
        FROM '{file}' WHERE ign8 >= 114 AND ign8 % 400 = 114
        """,
    ),
    (
        "What a game's moves cost",
        """
        SELECT count(*) AS games, sum(plies) AS plies, round(avg(octet_length(ign)), 1) AS bytes_a_game,
               round(8 * sum(octet_length(ign)) / sum(plies), 2) AS bits_a_ply
        FROM '{file}' WHERE error IS NULL
        """,
    ),
]


def main():
    for title, query in QUERIES:
        print(f"\n{title}:{query.format(file=sys.argv[1]).rstrip()}")
        print(duckdb.sql(query.format(file=sys.argv[1])))


if __name__ == "__main__":
    main()
