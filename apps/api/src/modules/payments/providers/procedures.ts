import { mpesaProcedures } from './mpesa/procedures.ts'
import { openCardErrors, stripeProcedures } from './stripe/procedures.ts'

/** What the providers offer to shoppers, beside what all of them share. */
export const providerProcedures = { ...mpesaProcedures, ...stripeProcedures }

/** Why an open attempt may not be given up. */
export const withdrawalErrors = openCardErrors
