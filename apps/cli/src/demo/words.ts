const words = (text: string): readonly string[] => text.trim().split(/\s+/);
const lines = (text: string): readonly string[] => text.trim().split('\n');

export const FIRST_NAMES = words(`
  Adaeze Aiko Alba Amara Anouk Arjun Astrid Bastien Beatriz Bram Callum Carys Chidi Clara Cosima Dagny Darius Delphine
  Diego Eamon Elif Emeka Esther Farid Fiona Freya Gareth Greta Hanneke Haruto Helena Idris Imogen Ines Ivo Jasper Joana
  Kaito Katya Keiko Lars Leila Linnea Lorenzo Maeve Malik Marisol Mateus Mei Mirela Nadia Niamh Nikolai Noor Olga Oskar
  Padma Priya Quentin Rafael Renske Rosalind Rune Saskia Selma Silvan Sunita Tamsin Tariq Theo Tomoko Tove Ulla Valentin
  Vesna Wanjiru Yara Yusuf Zofia Zoë
`);

export const LAST_NAMES = words(`
  Abernow Achterwal Adeyanju Almgard Bardsley Barrowclough Belrose Bergqvist Boateng-Hill Brannock Calloway Castellar
  Cavendale Chikwanha Corrigane Dahlstrand Delacroft Demirkaya Dewhirst Duarte-Lima Ekholt Ellingham Fairmere Falkner
  Featherby Fonteyne Garroway Goldspink Grimsdal Hakimian Halloran Hartwig Hasegawa Heliodor Holmgaard Ibarrola Inverarity
  Jankovar Jessamy Kaldwell Kestrelle Kimathi Kowalcyn Lindqvane Lockridge Lovegrave Maddowe Marchetti Mbekani Merriwick
  Moriyasu Nakashiro Nightshade Norrgren Núñez Oakhollow Okonjima Osterhof Pellerin Penhallow Petrovane Pranav Quennell
  Ravenscar Rosenquill Rutherglen Sandoval Santorelli Sjöholm Stavridou Tanabe Thackrey Thornquist Underhay Vanterpool
  Vasilenko Verhoeve Wainfleet Whitlocke Wrenshaw Yamaguchi Yilmazer Zandstra Zeledón
`);

/** Made up, so that no firm finds itself here. */
export const COMPANY_STEMS = words(`
  Quillmark Tarnwick Velmoor Brindlecote Fenharrow Lumenfold Oakspindle Marrowby Copperlyn Wrenbarrow Skerrylight
  Dunmarrow Ivorygate Larkspindle Pellowick Thornquay Gantrycove Hollowreed Mistlebrook Osprenne Cinderfen Kettlemoor
  Rookhaven Silvergorse Umberfield Yarrowgate Bellharbor Driftmoss Emberlock Foxtarn Gorsewell Hazelquay Inkbarrow
  Juniperle Kelpstone Lintmoor Moonquarry Nettlecombe Ottermead Plumridge Quartzhollow Ravenmoss Saltmarrow Tidewick
  Umbralane Vintnerby Willowstead Yewharbor Zephyrmoor Amberquoin
`);

/** What firms do: the word in the name, then the sentence about them. */
export const TRADES = lines(`
Logistics|Moves refrigerated freight between ports and inland depots.
Robotics|Builds picking arms for small warehouses.
Foods|Makes oat and barley products for bakeries and canteens.
Textiles|Weaves recycled fabrics for seats and uniforms.
Analytics|Forecasts demand for regional retailers.
Energy|Plans and runs solar roofs for apartment blocks.
Clinics|Operates physiotherapy practices in twelve towns.
Architects|Designs schools and libraries in timber.
Instruments|Manufactures sensors for water utilities.
Publishing|Publishes textbooks and workbooks for vocational schools.
Ceramics|Fires tableware for hotels and restaurants.
Software|Writes scheduling software for field technicians.
Packaging|Supplies returnable crates to growers and wholesalers.
Acoustics|Quiets open-plan offices and concert halls.
Mobility|Rents cargo bikes to couriers and municipalities.
`).map((line) => line.split('|') as [trade: string, about: string]);
