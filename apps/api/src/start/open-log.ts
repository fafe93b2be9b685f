import pino, { type DestinationStream, type Logger } from 'pino'
import { prettyFactory } from 'pino-pretty'
import type { Environment } from '../env.ts'
import { logSerializers } from '../http/log.ts'
import { logOutput } from './log-output.ts'

const STANDARD_OUTPUT = 1

export interface ShopLog {
  /** What the start says, shown at every level but silent. */
  log: Logger
  /** Whether a person reads along; otherwise each line is one JSON object. */
  isText: boolean
  /** Where every line goes, those of requests and jobs too. */
  stream: DestinationStream
  /** Resolves when what was said is written, or after a second. */
  flushed(): Promise<void>
}

/**
 * The one way to standard output: plain text for a person at a terminal, JSON for whatever collects lines, never both.
 * LOG_FORMAT decides; where it is empty, whether a terminal is there.
 */
export function openLog(
  { LOG_FORMAT, LOG_LEVEL }: Pick<Environment, 'LOG_FORMAT' | 'LOG_LEVEL'>,
  { isTerminal, stream: other }: { isTerminal: boolean; stream?: DestinationStream },
): ShopLog {
  const isText = LOG_FORMAT ? LOG_FORMAT === 'text' : isTerminal
  const onDropped = (lines: number) => log.warn({ lines }, 'lines of the log were dropped: nothing took them in time')
  const output = other
    ? { write: (line: string) => other.write(line), flushed: async () => {} }
    : logOutput(STANDARD_OUTPUT, { onDropped })
  const stream = isText ? asText(output, isTerminal) : output
  const level = LOG_LEVEL === 'silent' ? 'silent' : 'info'
  const log = pino({ level, serializers: logSerializers }, stream)
  return { log, isText, stream, flushed: output.flushed }
}

/** Levels from warn on: such a line is to be reported with its `reqId`, see docs/operations.md#log. In others it only stands in the way. */
const toReport = /^\{"level":[4-9]\d,/

function asText(output: DestinationStream, isTerminal: boolean): DestinationStream {
  const options = { translateTime: 'SYS:yyyy-mm-dd HH:MM:ss', singleLine: true, colorize: isTerminal }
  const brief = prettyFactory({ ...options, ignore: 'pid,hostname,reqId' })
  const full = prettyFactory({ ...options, ignore: 'pid,hostname' })
  return { write: (line) => output.write(toReport.test(line) ? full(line) : brief(line)) }
}
