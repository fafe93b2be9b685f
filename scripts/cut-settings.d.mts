export const cutSettings: (text: string) => string[]
