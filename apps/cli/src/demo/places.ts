/** A city as an address needs it; `area` is its telephone area code where numbers are North American. */
export interface Place {
  city: string;
  state: string;
  postal_code: string;
  country: string;
  currency: string;
  area?: string;
}

const ROWS = `
Boston|MA|02110|US|USD|617
Chicago|IL|60606|US|USD|312
Denver|CO|80202|US|USD|303
Seattle|WA|98104|US|USD|206
Austin|TX|78701|US|USD|512
Atlanta|GA|30303|US|USD|404
Portland|OR|97204|US|USD|503
Minneapolis|MN|55402|US|USD|612
Philadelphia|PA|19103|US|USD|215
Washington|DC|20005|US|USD|202
Toronto|ON|M5H 2N2|CA|CAD|416
Vancouver|BC|V6B 1A1|CA|CAD|604
Montréal|QC|H2Y 1C6|CA|CAD|514
London||EC2A 4NE|GB|GBP
Manchester||M2 5DB|GB|GBP
Dublin||D02 X285|IE|EUR
Berlin||10117|DE|EUR
Lyon||69002|FR|EUR
Rotterdam||3011 AA|NL|EUR
Zürich|ZH|8001|CH|CHF
Gothenburg||411 06|SE|SEK
Osaka|Osaka|530-0001|JP|JPY
Sydney|NSW|2000|AU|AUD
`;

export const PLACES: readonly Place[] = ROWS.trim()
  .split('\n')
  .map((row) => {
    const [city, state, postal_code, country, currency, area] = row.split('|') as [
      string,
      string,
      string,
      string,
      string,
      string?,
    ];
    return { city, state, postal_code, country, currency, area };
  });

export const STREETS = [
  'Alder Street',
  'Canal Row',
  'Foundry Lane',
  'Harbour Road',
  'Juniper Avenue',
  'Lantern Court',
  'Meadow Walk',
  'Orchard Street',
  'Quarry Road',
  'Station Parade',
  'Weaver Street',
  'Willow Terrace',
] as const;
