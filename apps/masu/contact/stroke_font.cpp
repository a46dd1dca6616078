// SPDX-License-Identifier: MIT
// The letters are the simplex Roman of the Hershey Fonts, converted into another format:
//   - The Hershey Fonts were originally created by Dr. A. V. Hershey while working at the U. S.
//     National Bureau of Standards.
//   - The format of the font data in the distribution they were converted from was originally
//     created by James Hurt, Cognition, Inc., 900 Technology Park Drive, Billerica, MA 01821
//     (mit-eddie!ci-dandelion!hurt).
// They may be used by anyone for any purpose if this acknowledgement is kept with them.
#include "contact/stroke_font.hpp"

#include <array>

namespace masu::cli {
namespace {

// From ' ' to '~'. The first character is the width; then points of two characters each, x from
// the left and y downwards, with a blank between strokes: 'A' is 0, 'B' is 1, and so on.
constexpr std::array<std::string_view, 95> kLetters = {
    // clang-format off
    "Q",
    "KFEFS FXEYFZGYFX",
    "QEEEL MEML",
    "VLAEa RAKa ENSN DTRT",
    "UIAI^ MAM^ RHPFMEIEFFDHDJELFMHNNPPQQRRTRWPYMZIZFYDW",
    "YVEDZ IEKGKIJKHLFLDJDHEFGEIEKFNGQGTFVE RSPTOVOXQZSZUYVWVUTSRS",
    "[XNXMWLVLUMTORTPWNYLZHZFYEXDVDTERFQMMNLOJOHNFLEJFIHIJJMLPQWSYUZWZXYXX",
    "KFGEFFEGFGHFJEK",
    "OLAJCHFFJEOESFXH\\J_La",
    "ODAFCHFJJKOKSJXH\\F_Da",
    "QIKIW DNNT NNDT",
    "[NHNZ EQWQ",
    "IFVEWDVEUFVFXDZ",
    "[EQWQ",
    "IEUDVEWFVEU",
    "WUACa",
    "UJEGFEIDNDQEVGYJZLZOYQVRQRNQIOFLEJE",
    "UGIIHLELZ",
    "UEJEIFGGFIEMEOFPGQIQKPMNPDZRZ",
    "UFEQEKMNMPNQORRRTQWOYLZIZFYEXDV",
    "UNEDSSS NENZ",
    "UPEFEENFMILLLOMQORRRTQWOYLZIZFYEXDV",
    "UQHPFMEKEHFFIENESFWHYKZLZOYQWRTRSQPONLMKMHNFPES",
    "UREHZ DERE",
    "UIEFFEHEJFLHMLNOOQQRSRVQXPYMZIZFYEXDVDSEQGOJNNMPLQJQHPFMEIE",
    "UQLPONQKRJRGQEODLDKEHGFJEKENFPHQLQQPVNYKZIZFYEW",
    "IENDOEPFOEN EUDVEWFVEU",
    "IENDOEPFOEN FVEWDVEUFVFXDZ",
    "YUHEQUZ",
    "[ENWN ETWT",
    "YEHUQEZ",
    "SDJDIEGFFHELENFOGPIPKOMNNJPJS JXIYJZKYJX",
    "\\SMRKPJMJKKJLIOIRJTLUOUQTRR MJKLJOJRKTLU SJRRRTTUVUXSYPYNXKWIUGSFPEMEJFHGFIEKDNDQETFVHXJYMZPZSYUXVW TJSRSTTU",
    "SJEBZ JERZ ESOS",
    "VEEEZ EENEQFRGSISKRMQNNO EONOQPRQSSSVRXQYNZEZ",
    "VSJRHPFNEJEHFFHEJDMDREUFWHYJZNZPYRWSU",
    "VEEEZ EELEOFQHRJSMSRRUQWOYLZEZ",
    "TEEEZ EERE EOMO EZRZ",
    "SEEEZ EERE EOMO",
    "VSJRHPFNEJEHFFHEJDMDREUFWHYJZNZPYRWSUSR NRSR",
    "WEEEZ SESZ EOSO",
    "IEEEZ",
    "QMEMULXKYIZGZEYDXCUCS",
    "VEEEZ SEES JNSZ",
    "REEEZ EZQZ",
    "YEEEZ EEMZ UEMZ UEUZ",
    "WEEEZ EESZ SESZ",
    "WJEHFFHEJDMDREUFWHYJZNZPYRWSUTRTMSJRHPFNEJE",
    "VEEEZ EENEQFRGSISLRNQONPEP",
    "WJEHFFHEJDMDREUFWHYJZNZPYRWSUTRTMSJRHPFNEJE MVS\\",
    "VEEEZ EENEQFRGSISKRMQNNOEO LOSZ",
    "URHPFMEIEFFDHDJELFMHNNPPQQRRTRWPYMZIZFYDW",
    "QIEIZ BEPE",
    "WEEETFWHYKZMZPYRWSTSE",
    "SBEJZ REJZ",
    "YCEHZ MEHZ MERZ WERZ",
    "UDERZ REDZ",
    "SBEJOJZ REJO",
    "UREDZ DERE DZRZ",
    "OEAEa FAFa EALA EaLa",
    "OAEO]",
    "OJAJa KAKa DAKA DaKa",
    "QICAQ ICQQ",
    "SAaSa",
    "IFJDLDNEOFNEMDN",
    "TPLPZ PONMLLILGMEODRDTEWGYIZLZNYPW",
    "TEEEZ EOGMILLLNMPOQRQTPWNYLZIZGYEW",
    "SPONMLLILGMEODRDTEWGYIZLZNYPW",
    "TPEPZ PONMLLILGMEODRDTEWGYIZLZNYPW",
    "SDRPRPPONNMLLILGMEODRDTEWGYIZLZNYPW",
    "MKEIEGFFIFZ CLJL",
    "TPLP\\O_N`LaIaG` PONMLLILGMEODRDTEWGYIZLZNYPW",
    "TEEEZ EPHMJLMLOMPPPZ",
    "IDEEFFEEDDE ELEZ",
    "KFEGFHEGDFE GLG]F`DaBa",
    "REEEZ OLEV IRPZ",
    "IEEEZ",
    "_ELEZ EPHMJLMLOMPPPZ PPSMULXLZM[P[Z",
    "TELEZ EPHMJLMLOMPPPZ",
    "TILGMEODRDTEWGYIZLZNYPWQTQRPONMLLIL",
    "TELEa EOGMILLLNMPOQRQTPWNYLZIZGYEW",
    "TPLPa PONMLLILGMEODRDTEWGYIZLZNYPW",
    "NELEZ ERFOHMJLML",
    "ROONMKLHLEMDOEQGRLSNTOVOWNYKZHZEYDW",
    "MFEFVGYIZKZ CLJL",
    "TELEVFYHZKZMYPV PLPZ",
    "QCLIZ OLIZ",
    "WDLHZ LLHZ LLPZ TLPZ",
    "RDLOZ OLDZ",
    "QCLIZ OLIZG^E`CaBa",
    "ROLDZ DLOL DZOZ",
    "OJAHBGCFEFGGIHJILINGP HBGDGFHHIIJKJMIOEQISJUJWIYHZG\\G^H` GRITIVHXGYF[F]G_H`Ja",
    "IEAEa",
    "OFAHBICJEJGIIHJGLGNIP HBIDIFHHGIFKFMGOKQGSFUFWGYHZI\\I^H` IRGTGVHXIYJ[J]I_H`Fa",
    "YDTDREOGNINKOORQSSSURVP DREPGOIOKPOSQTSTUSVPVN",
    // clang-format on
};

constexpr double kAscent = 25;     // from the origin of y to the base line
constexpr double kUnits = 30;      // height of a line of text
constexpr double kNarrower = 0.9;  // the letters are wider than those of a page

std::string_view letter_of(char c) {
  const auto code = static_cast<unsigned char>(c);
  return code >= ' ' && code <= '~' ? kLetters[code - ' '] : kLetters['?' - ' '];
}

// Bytes of a UTF-8 sequence after the first are no letters.
bool continues(char c) {
  return (static_cast<unsigned char>(c) & 0xC0) == 0x80;
}

double x_of(char c) {
  return (c - 'A') * kNarrower / kUnits;
}

double y_of(char c) {
  return (c - 'A' - kAscent) / kUnits;
}

}  // namespace

double stroke_width(std::string_view words) {
  double width = 0;
  for (const char c : words) width += continues(c) ? 0 : x_of(letter_of(c)[0]);
  return width;
}

std::vector<Stroke> strokes_of(std::string_view words) {
  std::vector<Stroke> all;
  double left = 0;
  for (const char c : words) {
    if (continues(c)) continue;
    const std::string_view letter = letter_of(c);
    for (std::size_t i = 1; i + 3 < letter.size();) {
      if (letter[i + 2] == ' ') {
        i += 3;
        continue;
      }
      all.push_back({left + x_of(letter[i]), y_of(letter[i + 1]), left + x_of(letter[i + 2]),
                     y_of(letter[i + 3])});
      i += 2;
    }
    left += x_of(letter[0]);
  }
  return all;
}

}  // namespace masu::cli
