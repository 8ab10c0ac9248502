import { DuckDBInstance } from '@duckdb/node-api';

/** The rows that DuckDB, which reads Parquet in its own way, answers with; each cell as text. */
export async function query(sql: string): Promise<string[][]> {
  const connection = await (await DuckDBInstance.create(':memory:')).connect();
  try {
    const reader = await connection.runAndReadAll(sql);
    return reader.getRows().map((row) => row.map(String));
  } finally {
    connection.closeSync();
  }
}
