/** Whether a text can be a client_id: at most 255 printable ASCII characters (RFC 6749 appendix A.1). */
export const isClientId = (id: string): boolean => /^[\x20-\x7e]{1,255}$/.test(id);
