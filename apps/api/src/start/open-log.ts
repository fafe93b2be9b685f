import pino, { type DestinationStream, type Logger } from 'pino'
import { prettyFactory } from 'pino-pretty'
import type { Environment } from '../env.ts'
import { logSerializers } from '../http/log.ts'

export interface ShopLog {
  /** What the start says, shown at every level but silent. */
  log: Logger
  /** Whether a person reads along; otherwise each line is one JSON object. */
  isText: boolean
  /** Where every line goes, those of requests and jobs too. */
  stream: DestinationStream
}

/**
 * The one way to standard output: plain text for a person at a terminal, JSON for whatever collects lines, never both.
 * LOG_FORMAT decides; where it is empty, whether a terminal is there.
 */
export function openLog(
  { LOG_FORMAT, LOG_LEVEL }: Pick<Environment, 'LOG_FORMAT' | 'LOG_LEVEL'>,
  { isTerminal, ...to }: { isTerminal: boolean; stream?: DestinationStream },
): ShopLog {
  const isText = LOG_FORMAT ? LOG_FORMAT === 'text' : isTerminal
  const output = to.stream ?? pino.destination({ fd: 1, sync: true })
  const stream = isText ? asText(output, isTerminal) : output
  const level = LOG_LEVEL === 'silent' ? 'silent' : 'info'
  return { log: pino({ level, serializers: logSerializers }, stream), isText, stream }
}

function asText(output: DestinationStream, isTerminal: boolean): DestinationStream {
  const written = prettyFactory({
    ignore: 'pid,hostname,reqId',
    translateTime: 'SYS:HH:MM:ss',
    singleLine: true,
    colorize: isTerminal,
  })
  return { write: (line) => output.write(written(line)) }
}
