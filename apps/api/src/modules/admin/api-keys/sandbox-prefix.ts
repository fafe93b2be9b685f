/** How a key begins that was made where no money moves; it works nowhere else. */
export const SANDBOX_PREFIX = 'marashi_sandbox_'
