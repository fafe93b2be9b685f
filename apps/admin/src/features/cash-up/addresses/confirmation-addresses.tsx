import { trpc } from '@marashi/api-client/trpc'
import type { ConfirmationAddresses } from '@marashi/domain/contracts/admin-transactions'
import { Badge, type BadgeTone } from '@marashi/ui/badge'
import { Button } from '@marashi/ui/button'
import { CircleCheck, CircleX, Clock, type LucideIcon } from 'lucide-react'
import { Fragment, useState } from 'react'
import { cashUpCopy } from '../../../copy/cash-up.ts'
import { CopyText } from '../../../lib/display/copy-text.tsx'
import { LoadFailure } from '../../../lib/display/load-failure.tsx'
import { Timestamp } from '../../../lib/display/timestamp.tsx'
import styles from './confirmation-addresses.module.css'
import { RegisterDialog } from './register-dialog.tsx'

const copy = cashUpCopy.addresses
const looks: Record<ConfirmationAddresses['state'], { tone: BadgeTone; icon: LucideIcon }> = {
  never: { tone: 'grey', icon: Clock },
  registered: { tone: 'green', icon: CircleCheck },
  'already-registered': { tone: 'orange', icon: Clock },
  failed: { tone: 'red', icon: CircleX },
}

/** Where M-Pesa reports payments by hand, whether it was told so, and the proof that it does; folded up. */
export function ConfirmationAddressPanel() {
  const [isOpen, setIsOpen] = useState(false)
  const [isRegistering, setIsRegistering] = useState(false)
  const { data, error, refetch } = trpc.admin.transactions.confirmationAddresses.useQuery(undefined, {
    enabled: isOpen,
  })
  return (
    <details className={styles.panel} onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
      <summary>{copy.title}</summary>
      <p className={styles.hint}>{copy.hint}</p>
      {error && <LoadFailure message={copy.failed} onRetry={refetch} />}
      {data && (
        <>
          <State addresses={data} />
          <Address name={copy.confirmation} url={data.confirmationUrl} />
          <Address name={copy.validation} url={data.validationUrl} />
          {data.canRegister && (
            <Button variant="outline" onClick={() => setIsRegistering(true)}>
              {data.state === 'never' ? copy.register : copy.registerAgain}
            </Button>
          )}
        </>
      )}
      {isRegistering && <RegisterDialog onClose={() => setIsRegistering(false)} />}
    </details>
  )
}

function State({
  addresses: { state, registeredAt, lastConfirmationAt, message },
}: {
  addresses: ConfirmationAddresses
}) {
  const { tone, icon: Icon } = looks[state]
  return (
    <>
      <p>
        <Badge tone={tone} icon={<Icon aria-hidden="true" />}>
          {copy.states[state]}
        </Badge>
      </p>
      {message && state !== 'registered' && <p>{message}</p>}
      <dl className={styles.facts}>
        {registeredAt && (
          <div>
            <dt>{copy.registered}</dt>
            <dd>
              <Timestamp at={registeredAt} />
            </dd>
          </div>
        )}
        <div>
          <dt>{copy.last}</dt>
          <dd>{lastConfirmationAt ? <Timestamp at={lastConfirmationAt} /> : copy.never}</dd>
        </div>
      </dl>
    </>
  )
}

function Address({ name, url }: { name: string; url: string }) {
  return (
    <div className={styles.address}>
      <p className={styles.name}>{name}</p>
      <p className={styles.url}>
        <code>
          {partsOf(url).map(({ part, upToHere }) => (
            <Fragment key={upToHere}>
              {part}
              <wbr />
            </Fragment>
          ))}
        </code>
        <CopyText text={url} label={copy.copy(name)} />
      </p>
    </div>
  )
}

/** A narrow screen breaks an address behind its slashes before it breaks a word. */
const partsOf = (url: string) =>
  [...url.matchAll(/[^/]+\/*|\/+/g)].map(({ 0: part, index }) => ({
    part,
    upToHere: url.slice(0, index + part.length),
  }))
