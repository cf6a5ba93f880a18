/** One generated file under test/snapshots: its name, and its text as the code at hand makes it. */
export interface Generator {
  file: string;
  generate(databaseUrl: string): Promise<string> | string;
}
