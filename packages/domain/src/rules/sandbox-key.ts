/** A key of the API that was made where no money moves is told by its beginning; it works nowhere else. */

export const sandboxKeyPrefix = 'marashi_sandbox_'

export const isSandboxKey = (key: string): boolean => key.startsWith(sandboxKeyPrefix)
