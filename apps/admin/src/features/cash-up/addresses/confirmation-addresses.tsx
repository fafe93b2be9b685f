import { trpc } from '@marashi/api-client/trpc'
import type { ConfirmationAddresses, ConfirmationStatus } from '@marashi/domain/contracts/admin-confirmations'
import { Badge, type BadgeTone } from '@marashi/ui/badge'
import { Button } from '@marashi/ui/button'
import { CircleCheck, CircleX, Clock, type LucideIcon } from 'lucide-react'
import { useState } from 'react'
import { cashUpCopy } from '../../../copy/cash-up.ts'
import { LoadFailure } from '../../../lib/display/load-failure.tsx'
import { Timestamp } from '../../../lib/display/timestamp.tsx'
import styles from './confirmation-addresses.module.css'
import { PasswordDialog } from './password-dialog.tsx'
import { RegisterDialog } from './register-dialog.tsx'
import { ShownAddresses } from './shown-addresses.tsx'

const copy = cashUpCopy.addresses
const looks: Record<ConfirmationStatus['state'], { tone: BadgeTone; icon: LucideIcon }> = {
  never: { tone: 'grey', icon: Clock },
  registered: { tone: 'green', icon: CircleCheck },
  'already-registered': { tone: 'orange', icon: Clock },
  failed: { tone: 'red', icon: CircleX },
}

/**
 * Whether M-Pesa was told where to report payments by hand, and the proof that it does; folded up. The addresses themselves are
 * shown after the password, until the panel is folded.
 */
export function ConfirmationAddressPanel() {
  const [isOpen, setIsOpen] = useState(false)
  const [dialog, setDialog] = useState<'register' | 'reveal' | 'replace'>()
  const [shown, setShown] = useState<ConfirmationAddresses>()
  const { data, error, refetch } = trpc.admin.confirmations.status.useQuery(undefined, { enabled: isOpen })
  const utils = trpc.useUtils()
  const close = () => setDialog(undefined)

  async function reveal(input: { password: string }) {
    setShown(await utils.client.admin.confirmations.reveal.mutate(input))
  }

  async function replace(input: { password: string }) {
    utils.admin.confirmations.status.setData(undefined, await utils.client.admin.confirmations.replace.mutate(input))
    setShown(undefined)
  }

  function fold(isNowOpen: boolean) {
    setIsOpen(isNowOpen)
    if (!isNowOpen) setShown(undefined)
  }

  return (
    <details className={styles.panel} onToggle={({ currentTarget }) => fold(currentTarget.open)}>
      <summary>{copy.title}</summary>
      <p className={styles.hint}>{copy.hint}</p>
      {error && <LoadFailure message={copy.failed} onRetry={refetch} />}
      {data && (
        <>
          <State status={data} />
          {shown && <ShownAddresses addresses={shown} />}
          <div className={styles.actions}>
            {data.canRegister && (
              <Button variant="outline" onClick={() => setDialog('register')}>
                {data.state === 'never' ? copy.register : copy.registerAgain}
              </Button>
            )}
            {!shown && (
              <Button variant="outline" onClick={() => setDialog('reveal')}>
                {copy.reveal.submit}
              </Button>
            )}
            <Button variant="outline" onClick={() => setDialog('replace')}>
              {copy.replace.submit}
            </Button>
          </div>
        </>
      )}
      {dialog === 'register' && <RegisterDialog onClose={close} />}
      {dialog === 'reveal' && <PasswordDialog words={copy.reveal} send={reveal} onClose={close} />}
      {dialog === 'replace' && <PasswordDialog words={copy.replace} send={replace} onClose={close} isDangerous />}
    </details>
  )
}

function State({
  status: { state, registeredAt, lastConfirmationAt, replacedAt, message },
}: {
  status: ConfirmationStatus
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
      {replacedAt && <p>{copy.oldReceives}</p>}
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
