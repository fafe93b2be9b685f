/** The pages without which the shop does not open offline: they are kept with their code before anybody has opened them. */
export const corePages: readonly string[] = ['/offline', '/cart']
