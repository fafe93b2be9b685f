import type pg from 'pg'

/** Called before a statement is sent, with its text; what it answers is called when the statement has ended. */
export type StatementObserver = (text: string) => ((failure?: unknown) => void) | undefined

/** Lets `observe` know each statement of every `Client` that is made from now on. Answers how to stop. */
export function observeClient({ prototype }: typeof pg.Client, observe: StatementObserver): () => void {
  const send = prototype.query as (this: pg.Client, ...parameters: unknown[]) => unknown
  Object.assign(prototype, {
    query(this: pg.Client, ...parameters: unknown[]): unknown {
      const text = textOf(parameters[0])
      const end = text === undefined ? undefined : observe(text)
      const result = send.apply(this, parameters)
      if (end && result instanceof Promise) result.then(() => end(), end)
      else end?.()
      return result
    },
  })
  return () => void Object.assign(prototype, { query: send })
}

function textOf(statement: unknown): string | undefined {
  if (typeof statement === 'string') return statement
  const isNamed = typeof statement === 'object' && statement !== null && 'text' in statement
  return isNamed && typeof statement.text === 'string' ? statement.text : undefined
}
