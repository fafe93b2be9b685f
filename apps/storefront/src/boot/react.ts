// Starting React is half of the entry's work; in its own module it is a separate step of `boot`.
import 'react-dom/client'
