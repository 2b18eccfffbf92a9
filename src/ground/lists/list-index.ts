/** A condition that always holds. The indexes of lists have it, and only lists state it. */
export const LISTED = "created_at > '-infinity'";

/**
 * An index by which a list finds and orders a customer's rows: by a value, in SQL, then by the id. Only lists
 * state its condition, so PostgreSQL never takes the index for the look-up of a row, however few rows it expects.
 */
export const listIndex = (table: string, name: string, value: string): { name: string; expression: string } => {
  const index = `${table}_list_${name}_index`;
  return {
    name: index,
    expression: `create index "${index}" on "${table}" ("customer_id", (${value}), "id") where ${LISTED}`,
  };
};
