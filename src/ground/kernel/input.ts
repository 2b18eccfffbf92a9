/**
 * Reads inputs so that everything wrong with them is told at once: one wrong field does not hide the others. Errors that
 * are about no field, such as a refusal, are thrown as they come.
 */
import { AppError, errorOf } from './errors.ts';

type Readers = Readonly<Record<string, (() => unknown) | undefined>>;
type Values<Given> = { [Key in keyof Given]: Exclude<Given[Key], undefined> extends () => infer Value ? Value : never };

/** The value of each reader. Throws one error with the faults of all readers that fail. */
export function readAll<const Given extends Readers>(readers: Given): Values<Given> {
  const { values, errors } = readEach(readers);
  refuse(errors);
  return values as Values<Given>;
}

/** The value of each reader that succeeds, and the errors of the others. */
export function readEach<const Given extends Readers>(
  readers: Given,
): { readonly values: Partial<Values<Given>>; readonly errors: readonly AppError[] } {
  const results = Object.entries(readers).map(([key, read]) => [key, attempt(() => read!())] as const);
  return {
    values: Object.fromEntries(results.filter(([, result]) => !(result instanceof AppError))) as Partial<Values<Given>>,
    errors: results.flatMap(([, result]) => (result instanceof AppError ? [result] : [])),
  };
}

/** The value of each item. Throws one error with the faults of all items that cannot be read. */
export function readItems<Item, Value>(
  items: readonly Item[],
  read: (item: Item, index: number) => Value,
): Exclude<Value, AppError>[] {
  const results = items.map((item, index) => attempt(() => read(item, index)));
  refuse(results.filter((result) => result instanceof AppError));
  return results as Exclude<Value, AppError>[];
}

/** The same as `readAll` for readers that take time. All are run at once. */
export async function readAllAsync<const Given extends Readers>(
  readers: Given,
): Promise<{ [Key in keyof Given]: Awaited<Values<Given>[Key]> }> {
  const results = await Promise.all(
    Object.entries(readers).map(
      async ([key, read]) => [key, await Promise.resolve().then(read).catch(orThrow)] as const,
    ),
  );
  refuse(results.flatMap(([, result]) => (result instanceof AppError ? [result] : [])));
  return Object.fromEntries(results) as never;
}

/** What `read` returns, or its error if that is about a part of the input. */
export function attempt<T>(read: () => T): T | AppError {
  try {
    return read();
  } catch (error) {
    return orThrow(error);
  }
}

/** What `run` returns, or its error, whatever that is about. */
export function outcomeOf<T>(run: () => T): T | AppError {
  try {
    return run();
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
}

function orThrow(error: unknown): AppError {
  if (error instanceof AppError && error.faults.length > 0) return error;
  throw error;
}

/** Throws the errors as one, if there are any. */
export function refuse(errors: Iterable<AppError>): void {
  const error = together([...errors]);
  if (error) throw error;
}

/**
 * Throws the error of an input together with what else `find` finds wrong with it. An error that is about no part of the
 * input is thrown alone.
 */
export async function refuseWithOthers(error: unknown, find: () => Promise<readonly AppError[]>): Promise<never> {
  if (!(error instanceof AppError) || error.faults.length === 0) throw error;
  throw withOthers(error, await find());
}

/** The error with the faults of others that are about other parts of the input. */
export function withOthers(error: AppError, others: readonly AppError[]): AppError {
  const told = new Set(error.faults.map(({ path }) => path));
  return together([error, ...others.filter(({ field }) => !told.has(field!))])!;
}

/** The most faults that one error tells. */
export const FAULTS_MAX = 50;

/** One error with the faults of all, up to a limit. It has the code of the first. */
export function together(errors: readonly AppError[]): AppError | undefined {
  const [first, ...others] = errors;
  if (!first || others.length === 0) return first;
  const faults = errors.flatMap((error) => error.faults);
  const sentences = errors.slice(0, FAULTS_MAX).map(({ message }) => message);
  if (errors.length > FAULTS_MAX) sentences.push(`There are ${errors.length - FAULTS_MAX} more.`);
  return errorOf(first.code, { message: sentences.join(' '), faults: faults.slice(0, FAULTS_MAX), cause: first.cause });
}
