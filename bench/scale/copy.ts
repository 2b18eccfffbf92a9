import { once } from 'node:events';
import type { Socket } from 'node:net';
import type { ClientBase, Connection } from 'pg';

/** What of the driver's connection its types leave out. */
interface CopyConnection extends Connection {
  readonly stream: Socket;
  sendCopyFromChunk(chunk: Buffer): void;
  endCopyFrom(): void;
}

const CHUNK = 64 * 1024;

/** Sends rows by COPY: `target` is a table with its columns, a row its values in text form, separated by tabs. */
export function copyInto(client: ClientBase, target: string, rows: Iterable<string>): Promise<void> {
  return new Promise((resolve, reject) => {
    const nothing = (): void => {};
    client.query({
      submit: (connection: Connection) => connection.query(`copy ${target} from stdin`),
      handleCopyInResponse: (connection: CopyConnection) => {
        send(connection, rows).catch(reject);
      },
      handleCommandComplete: nothing,
      handleReadyForQuery: () => resolve(),
      handleError: reject,
    } as never);
  });
}

async function send(connection: CopyConnection, rows: Iterable<string>): Promise<void> {
  let text = '';
  const flush = async (): Promise<void> => {
    connection.sendCopyFromChunk(Buffer.from(text));
    text = '';
    if (connection.stream.writableNeedDrain) await once(connection.stream, 'drain');
  };
  for (const row of rows) {
    text += `${row}\n`;
    if (text.length > CHUNK) await flush();
  }
  await flush();
  connection.endCopyFrom();
}
