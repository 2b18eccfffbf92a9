/** A value with its labels. */
export interface Entry<Value> {
  readonly labels: Readonly<Record<string, string | number>>;
  readonly value: Value;
}

/** Values by their labels, found without making a key of the labels. */
export class Labelled<Value> {
  private readonly all: Entry<Value>[] = [];
  private readonly root = new Map<string | number, unknown>();

  constructor(
    private readonly names: readonly string[],
    private readonly make: () => Value,
  ) {}

  /** The value of these labels, in the order of their names. Made at the first call. */
  of(...labels: readonly (string | number)[]): Value {
    let at: Map<string | number, unknown> = this.root;
    const last = labels.length - 1;
    for (let n = 0; n < last; n += 1) {
      let next = at.get(labels[n]!) as Map<string | number, unknown> | undefined;
      if (!next) at.set(labels[n]!, (next = new Map()));
      at = next;
    }
    let value = at.get(labels[last]!) as Value | undefined;
    if (value === undefined) at.set(labels[last]!, (value = this.add(labels)));
    return value;
  }

  /** Every value, with its labels. */
  entries(): readonly Entry<Value>[] {
    return this.all;
  }

  private add(labels: readonly (string | number)[]): Value {
    const value = this.make();
    this.all.push({ labels: Object.fromEntries(this.names.map((name, n) => [name, labels[n]!])), value });
    return value;
  }
}
