/** Whether user `u` administers anything, in statements of other modules. */
export const isStaffIn = (u: string): string => `(${u}.role = 'admin' or ${u}.administration is not null)`;
