import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gunzipSync } from 'node:zlib';

type Value = string | number | boolean;

export interface CollectedSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentId: string;
  readonly name: string;
  /** 1: internal, 2: server, 3: client. */
  readonly kind: number;
  readonly attributes: Readonly<Record<string, Value>>;
  readonly failed: boolean;
  readonly resource: Readonly<Record<string, Value>>;
}

/** A collector of OpenTelemetry: takes spans by OTLP over HTTP with protobuf. */
export class Collector {
  readonly spans: CollectedSpan[] = [];
  readonly asked: { readonly path: string; readonly headers: IncomingHttpHeaders }[] = [];
  /** Everything that was received, as text, to look for what must not be there. */
  text = '';
  private readonly server: Server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const sent = Buffer.concat(chunks);
      const body = request.headers['content-encoding'] === 'gzip' ? gunzipSync(sent) : sent;
      this.asked.push({ path: request.url!, headers: request.headers });
      this.text += body.toString('latin1');
      this.spans.push(...spansIn(body));
      response.writeHead(200, { 'content-type': 'application/x-protobuf' }).end();
      this.server.emit('collected');
    });
  });

  get address(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async open(): Promise<void> {
    await once(this.server.listen(0, '127.0.0.1'), 'listening');
  }

  close(): void {
    this.server.close();
    this.server.closeAllConnections();
  }

  /** The first span that fits, now or later. */
  async span(fits: (span: CollectedSpan) => boolean): Promise<CollectedSpan> {
    for (;;) {
      const found = this.spans.find(fits);
      if (found) return found;
      await once(this.server, 'collected');
    }
  }
}

/** The fields of a protobuf message: numbers, or bytes. */
function fieldsOf(message: Buffer): [number, number | Buffer][] {
  const fields: [number, number | Buffer][] = [];
  let at = 0;
  const varint = (): number => {
    let value = 0;
    for (let factor = 1; ; factor *= 128) {
      const byte = message[at++]!;
      value += (byte & 127) * factor;
      if (byte < 128) return value;
    }
  };
  while (at < message.length) {
    const key = varint();
    const type = key % 8;
    if (type === 0) fields.push([key >> 3, varint()]);
    else {
      const length = type === 2 ? varint() : type === 1 ? 8 : 4;
      fields.push([key >> 3, message.subarray(at, at + length)]);
      at += length;
    }
  }
  return fields;
}

const all = (message: Buffer, field: number): Buffer[] =>
  fieldsOf(message).flatMap(([number, value]) => (number === field && typeof value !== 'number' ? [value] : []));
const one = (message: Buffer, field: number): Buffer => all(message, field)[0] ?? Buffer.alloc(0);
const numberIn = (message: Buffer, field: number): number =>
  fieldsOf(message).find(([number]) => number === field)?.[1] as number;

function attributesIn(message: Buffer, field: number): Record<string, Value> {
  const pairs = all(message, field).map((pair) => [one(pair, 1).toString(), valueIn(one(pair, 2))] as const);
  return Object.fromEntries(pairs);
}

function valueIn(message: Buffer): Value {
  const [field, value] = fieldsOf(message)[0]!;
  if (typeof value === 'number') return field === 2 ? value === 1 : value;
  return field === 4 ? value.readDoubleLE() : value.toString();
}

/** The spans of an `ExportTraceServiceRequest`. */
const spansIn = (body: Buffer): CollectedSpan[] =>
  all(body, 1).flatMap((ofResource) => {
    const resource = attributesIn(one(ofResource, 1), 1);
    return all(ofResource, 2).flatMap((ofScope) => all(ofScope, 2).map((span) => ({ ...read(span), resource })));
  });

const read = (span: Buffer) => ({
  traceId: one(span, 1).toString('hex'),
  spanId: one(span, 2).toString('hex'),
  parentId: one(span, 4).toString('hex'),
  name: one(span, 5).toString(),
  kind: numberIn(span, 6),
  attributes: attributesIn(span, 9),
  failed: numberIn(one(span, 15), 3) === 2,
});
