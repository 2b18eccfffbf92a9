import { relative } from 'node:path';
import ts from 'typescript';

/** What declares a statement, its name first. */
const DECLARING = new Set(['sql', 'lookup', 'expired', 'dueStatement']);

/** A column's name, with the kinds of JavaScript values that the code expects of it. */
export type Row = ReadonlyMap<string, ReadonlySet<string>>;

/** A statement, or several whose names differ in places (`*`), as the sources declare it. */
export interface DeclaredRow {
  readonly pattern: string;
  /** Null where the code reads no rows. */
  readonly row: Row | null;
  /** The parameters, by their names. */
  readonly parameters: Row;
}

/** The rows and parameters of statements, as the compiler knows them. */
export function readSources(program: ts.Program): DeclaredRow[] {
  const reader = new Reader(program.getTypeChecker());
  const files = program.getSourceFiles().filter(({ fileName }) => relative(process.cwd(), fileName).startsWith('src/'));
  for (const file of files) reader.read(file);
  return reader.rows();
}

/** A statement of a function that makes several for any room: `returned` is the property it returns it as. */
interface Made {
  readonly pattern: string;
  readonly returned: string;
}

class Reader {
  private readonly found: DeclaredRow[] = [];
  private readonly made = new Map<string, Made[]>();
  private readonly uses: ts.CallExpression[] = [];

  constructor(private readonly checker: ts.TypeChecker) {}

  read(file: ts.SourceFile): void {
    const visit = (node: ts.Node): void => {
      if (ts.isCallExpression(node)) this.readCall(node);
      ts.forEachChild(node, visit);
    };
    visit(file);
  }

  /** Also of what functions have made for a room: their types are known only where they are called. */
  rows(): DeclaredRow[] {
    const byCall = this.uses.flatMap((call) => {
      const made = this.made.get(call.expression.getText());
      const room = made && roomIn(call);
      return room ? made.map(({ pattern, returned }) => this.madeFor(call, returned, pattern.replace('*', room))) : [];
    });
    return [...this.found, ...byCall];
  }

  private readCall(call: ts.CallExpression): void {
    if (!ts.isIdentifier(call.expression)) return;
    if (!DECLARING.has(call.expression.text)) {
      if (call.arguments.length === 1 && ts.isObjectLiteralExpression(call.arguments[0]!)) this.uses.push(call);
      return;
    }
    const pattern = patternOf(call.arguments[0]);
    const row = this.rowOf(this.checker.getTypeAtLocation(call));
    if (pattern === undefined || row === undefined) return;
    if (row.flags & ts.TypeFlags.TypeParameter) this.addMade(call, pattern);
    else this.found.push({ pattern, row: this.columnsOf(row), parameters: this.parametersOf(call) });
  }

  private addMade(call: ts.CallExpression, pattern: string): void {
    const maker = ts.findAncestor(call, ts.isFunctionDeclaration)?.name?.text;
    if (!maker || !ts.isPropertyAssignment(call.parent)) throw new Error(`Nothing tells the row of ${pattern}.`);
    const known = this.made.get(maker) ?? [];
    this.made.set(maker, [...known, { pattern, returned: call.parent.name.getText() }]);
  }

  private madeFor(call: ts.CallExpression, returned: string, pattern: string): DeclaredRow {
    const property = this.checker.getTypeAtLocation(call).getProperty(returned)!;
    const statement = this.checker.getTypeOfSymbol(property);
    return { pattern, row: this.columnsOf(this.rowOf(statement)!), parameters: this.parametersOf(call, statement) };
  }

  private rowOf = (statement: ts.Type): ts.Type | undefined => this.typeOf(statement, 'row');

  private parametersOf(call: ts.CallExpression, statement = this.checker.getTypeAtLocation(call)): Row {
    return this.columnsOf(this.typeOf(statement, 'values')!) ?? new Map();
  }

  private typeOf(statement: ts.Type, property: string): ts.Type | undefined {
    const symbol = statement.getProperty(property);
    return symbol && this.checker.getNonNullableType(this.checker.getTypeOfSymbol(symbol));
  }

  private columnsOf(row: ts.Type): Row | null {
    // Types of entities also have what only MikroORM knows, under symbols.
    const properties = row.getProperties().filter(({ name }) => !name.startsWith('__@'));
    if (properties.length === 0) return null;
    return new Map(properties.map((each) => [each.name, this.kindsOf(this.checker.getTypeOfSymbol(each))] as const));
  }

  private kindsOf(type: ts.Type): ReadonlySet<string> {
    const parts = type.isUnion() ? type.types : [type];
    const values = parts.filter(({ flags }) => !(flags & (ts.TypeFlags.Null | ts.TypeFlags.Undefined)));
    return new Set(values.map((each) => this.kindOf(each)));
  }

  private kindOf(type: ts.Type): string {
    if (type.flags & ts.TypeFlags.StringLike) return 'string';
    if (type.flags & ts.TypeFlags.NumberLike) return 'number';
    if (type.flags & ts.TypeFlags.BooleanLike) return 'boolean';
    if (this.checker.isArrayType(type)) {
      const [item] = this.checker.getTypeArguments(type as ts.TypeReference);
      return `${[...this.kindsOf(item!)].join('|')}[]`;
    }
    const name = type.getSymbol()?.name ?? '';
    if (name === 'Date' || name === 'Buffer') return name;
    // A branded string is one.
    if (type.isIntersection()) return this.kindOf(type.types[0]!);
    return type.flags & ts.TypeFlags.Object ? 'object' : this.checker.typeToString(type);
  }
}

function patternOf(name: ts.Expression | undefined): string | undefined {
  if (name && ts.isStringLiteralLike(name)) return name.text;
  if (!name || !ts.isTemplateExpression(name)) return undefined;
  return name.head.text + name.templateSpans.map(({ literal }) => `*${literal.text}`).join('');
}

function roomIn(call: ts.CallExpression): string | undefined {
  const { properties } = call.arguments[0] as ts.ObjectLiteralExpression;
  const room = properties.find((property) => property.name?.getText() === 'room');
  return room && ts.isPropertyAssignment(room) && ts.isStringLiteralLike(room.initializer)
    ? room.initializer.text
    : undefined;
}
