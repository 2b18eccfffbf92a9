type Value = string | { readonly uint: number } | readonly Value[] | { readonly map: Readonly<Record<string, Value>> };

const TYPES = { string: 2, uint: 6, map: 7, array: 11 };

const map = (entries: Readonly<Record<string, Value>>): Value => ({ map: entries });

function control(type: number, size: number): number[] {
  if (size > 284) throw new Error('This writer knows short values only.');
  const [small, more] = size < 29 ? [size, []] : [29, [size - 29]];
  // Types above 7 stand in a byte of their own.
  return type <= 7 ? [(type << 5) | small, ...more] : [small, type - 7, ...more];
}

function encode(value: Value): number[] {
  if (typeof value === 'string') {
    const bytes = [...Buffer.from(value)];
    return [...control(TYPES.string, bytes.length), ...bytes];
  }
  if (Array.isArray(value)) return [...control(TYPES.array, value.length), ...value.flatMap(encode)];
  if ('uint' in value) {
    const bytes = Buffer.alloc(4);
    bytes.writeUInt32BE(value.uint);
    return [...control(TYPES.uint, 4), ...bytes];
  }
  const entries = Object.entries((value as { map: Record<string, Value> }).map);
  return [
    ...control(TYPES.map, entries.length),
    ...entries.flatMap(([key, each]) => [...encode(key), ...encode(each)]),
  ];
}

interface Place {
  readonly city?: string;
  readonly country: string;
}

/** A GeoIP database in the MaxMind format 2.0 that knows these IPv4 addresses and no others. */
export function geoipDatabase(places: Readonly<Record<string, Place>>): Buffer {
  const nodes: [number | null, number | null][] = [[null, null]];
  const data: number[] = [];
  const leaves: { node: number; side: 0 | 1; offset: number }[] = [];
  for (const [ip, { city, country }] of Object.entries(places)) {
    const named = (name: string) => map({ names: map({ en: name }) });
    const offset = data.length;
    data.push(...encode(map({ ...(city && { city: named(city) }), country: named(country) })));
    const bits = ip.split('.').flatMap((part) => [...Number(part).toString(2).padStart(8, '0')].map(Number));
    let node = 0;
    for (const [depth, bit] of bits.entries()) {
      const side = bit === 0 ? 0 : 1;
      if (depth === 31) leaves.push({ node, side, offset });
      else {
        nodes[node]![side] ??= nodes.push([null, null]) - 1;
        node = nodes[node]![side]!;
      }
    }
  }
  for (const { node, side, offset } of leaves) nodes[node]![side] = nodes.length + 16 + offset;
  const tree = Buffer.alloc(nodes.length * 6);
  for (const [index, sides] of nodes.entries())
    for (const [side, record] of sides.entries()) tree.writeUIntBE(record ?? nodes.length, index * 6 + side * 3, 3);
  const metadata = map({
    node_count: { uint: nodes.length },
    record_size: { uint: 24 },
    ip_version: { uint: 4 },
    database_type: 'GeoLite2-City',
    languages: ['en'],
    binary_format_major_version: { uint: 2 },
    binary_format_minor_version: { uint: 0 },
    build_epoch: { uint: 1_700_000_000 },
    description: map({ en: 'Places for tests' }),
  });
  const marker = Buffer.concat([Buffer.from([0xab, 0xcd, 0xef]), Buffer.from('MaxMind.com')]);
  return Buffer.concat([tree, Buffer.alloc(16), Buffer.from(data), marker, Buffer.from(encode(metadata))]);
}
