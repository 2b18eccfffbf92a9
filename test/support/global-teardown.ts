/** Stops and deletes the run's PostgreSQL. */
export default async function tearDown(): Promise<void> {
  await globalThis.testPostgres?.stop();
}
