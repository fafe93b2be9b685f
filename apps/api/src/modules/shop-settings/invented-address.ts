/** Whether an e-mail address is of a domain that nobody can have, as that of the example that a shop begins with. */
export const isInventedAddress = (email: string): boolean => email.toLowerCase().endsWith('.example')
