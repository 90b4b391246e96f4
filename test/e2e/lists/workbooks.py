# Writes cells with the Python libraries that many programs use, and reads them back: `workbooks.py write|read <folder>`.
import json
import sys
from datetime import date, datetime, time, timedelta
from pathlib import Path

import openpyxl
import xlsxwriter


def write_with_openpyxl(path, rows):
    workbook = openpyxl.Workbook()
    sheet = workbook.active
    for row, cells in enumerate(rows, 1):
        for column, cell in enumerate(cells, 1):
            if cell["kind"] == "empty":
                continue
            target = sheet.cell(row, column)
            if cell["kind"] == "formula":
                target.value = "=" + cell["formula"]
            elif cell["kind"] == "richText":
                target.value = "".join(cell["parts"])
            else:
                target.value = cell["value"]
            if cell["kind"] in ("text", "richText"):
                target.data_type = "s"
            if cell["kind"] == "error":
                target.data_type = "e"
            if "format" in cell:
                target.number_format = cell["format"]
    workbook.save(path)


def write_with_xlsxwriter(path, rows, options):
    workbook = xlsxwriter.Workbook(path, options)
    sheet = workbook.add_worksheet()
    bold = workbook.add_format({"bold": True})
    formats = {}

    def format_of(cell):
        code = cell.get("format")
        if code is not None and code not in formats:
            formats[code] = workbook.add_format({"num_format": code})
        return formats.get(code)

    for row, cells in enumerate(rows):
        for column, cell in enumerate(cells):
            if cell["kind"] == "text":
                sheet.write_string(row, column, cell["value"], format_of(cell))
            elif cell["kind"] == "richText":
                first, *others = cell["parts"]
                sheet.write_rich_string(row, column, first, *(part for other in others for part in (bold, other)))
            elif cell["kind"] in ("number", "date"):
                sheet.write_number(row, column, cell["value"], format_of(cell))
            elif cell["kind"] == "boolean":
                sheet.write_boolean(row, column, cell["value"])
            elif cell["kind"] == "formula":
                sheet.write_formula(row, column, "=" + cell["formula"])
            elif cell["kind"] == "error":
                sheet.write_formula(row, column, "=NA()")
    workbook.close()


def plain(value):
    if isinstance(value, (date, datetime, time, timedelta)):
        return {"date": str(value)}
    return value


def read_with_openpyxl(path):
    sheet = openpyxl.load_workbook(path, data_only=True).worksheets[0]
    return [[plain(value) for value in row] for row in sheet.iter_rows(values_only=True)]


def main(task, folder):
    if task == "write":
        rows = json.load(sys.stdin)
        write_with_openpyxl(folder / "openpyxl.xlsx", rows)
        write_with_xlsxwriter(folder / "xlsxwriter.xlsx", rows, {})
        write_with_xlsxwriter(folder / "xlsxwriterInRows.xlsx", rows, {"constant_memory": True})
    else:
        json.dump({path.name: read_with_openpyxl(path) for path in folder.glob("*.xlsx")}, sys.stdout)


main(sys.argv[1], Path(sys.argv[2]))
