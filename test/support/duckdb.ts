import { DuckDBInstance } from '@duckdb/node-api';

const database = DuckDBInstance.create(':memory:', { threads: '1' });

/** The rows that DuckDB, which reads Parquet in its own way, answers with; each cell as text. */
export async function query(sql: string): Promise<string[][]> {
  const connection = await (await database).connect();
  try {
    const reader = await connection.runAndReadAll(sql);
    return reader.getRows().map((row) => row.map(String));
  } finally {
    connection.closeSync();
  }
}
