import pg from 'pg';

/** Makes an empty database; its address is returned. */
export async function createDatabase(adminUrl: string, name: string): Promise<string> {
  const admin = new pg.Client(adminUrl);
  await admin.connect();
  await admin.query(`create database ${name}`);
  await admin.end();
  return adminUrl.replace(/[^/]*$/, name);
}
